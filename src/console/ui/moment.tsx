import { useNow } from '../use-now.ts'
import { showDay } from './day.rules.ts'
import { showMoment } from './moment.rules.ts'

/** When it was, as people say it; the whole moment with its zone on hover. Until the page runs, as the server knows it. */
export function Moment({ at }: { at: string }) {
  const now = useNow()
  return (
    <time dateTime={at} title={now === null ? undefined : new Date(at).toString()} suppressHydrationWarning>
      {now === null ? showDay(at.slice(0, 10)) : showMoment(at, now)}
    </time>
  )
}
