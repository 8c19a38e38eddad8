import { useNow, useZone } from '../shell/use-now.ts'
import { showMoment, showWholeMoment } from './moment.rules.ts'

/** When it was, as people say it; the whole moment with its zone on hover. */
export function Moment({ at }: { at: string }) {
  const now = useNow()
  const zone = useZone()
  return (
    <time dateTime={at} title={showWholeMoment(at, zone)} suppressHydrationWarning>
      {showMoment(at, now, zone)}
    </time>
  )
}
