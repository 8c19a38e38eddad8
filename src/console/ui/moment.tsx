import { useNow, useZone } from '../shell/use-now.ts'
import { showMoment, showWholeMoment } from './moment.rules.ts'

/** Renders a moment in short form, with the full moment as its tooltip. */
export function Moment({ at }: { at: string }) {
  const now = useNow()
  const zone = useZone()
  return (
    <time dateTime={at} title={showWholeMoment(at, zone)} suppressHydrationWarning>
      {showMoment(at, now, zone)}
    </time>
  )
}
