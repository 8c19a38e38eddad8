import { useNow, useZone } from '../../shell/use-now.ts'
import { formatFullMoment, formatMoment } from './moment.rules.ts'

/** Renders a moment in short form, with the full moment as its tooltip. */
export function Moment({ at }: { at: string }) {
  const now = useNow()
  const zone = useZone()
  return (
    <time dateTime={at} title={formatFullMoment(at, zone)} suppressHydrationWarning>
      {formatMoment(at, now, zone)}
    </time>
  )
}
