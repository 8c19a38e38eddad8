import settings from '#console/settings/settings.module.css'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { useNow, useZone } from '#console/shell/use-now.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Tag } from '#console/ui/content/tag.tsx'
import { formatIsoDay, formatTimeWithSeconds, toZonedTime } from '#console/ui/format/clock.rules.ts'
import { formatShortDay } from '#console/ui/format/day.rules.ts'
import { currentRow, endCell } from '#console/ui/layout/table.tsx'
import type { Delivery } from '../webhooks.staff.contract.ts'
import { formatAnswer, formatDuration, formatNextTry, toSubjectLink } from './delivery-format.rules.ts'
import styles from './webhooks.module.css'

type Props = {
  of: Delivery
  href: string
  isCurrent: boolean
  isBusy: boolean
  onChoose: () => void
  onRetry: () => void
}

export function DeliveryRow({ of, href, isCurrent, isBusy, onChoose, onRetry }: Props) {
  const now = useNow()
  const zone = useZone()
  const about = toSubjectLink(of.subject)
  const answer = formatAnswer(of)
  return (
    <tr className={isCurrent ? currentRow : undefined}>
      <td className={settings.second}>
        <time dateTime={of.at} suppressHydrationWarning>
          {formatClock(of.at, now, zone)}
        </time>
      </td>
      <td>
        <ConsoleLink
          href={href}
          className={styles.event}
          aria-current={isCurrent || undefined}
          aria-label={`${of.type}, ${about.name}: show request and response`}
          onClick={(event) => {
            event.preventDefault()
            onChoose()
          }}
        >
          {of.type}
        </ConsoleLink>
      </td>
      <td>
        {about.href ? (
          <ConsoleLink href={about.href} className={styles.about}>
            <bdi dir="ltr">{about.name}</bdi>
          </ConsoleLink>
        ) : (
          <bdi dir="ltr" className={settings.third}>
            {about.name}
          </bdi>
        )}
      </td>
      <td>{answer && <Tag tone={answer.isGood ? 'success' : 'danger'}>{answer.name}</Tag>}</td>
      <td className={endCell}>
        <span className={settings.second}>{formatDuration(of.took_ms)}</span>
      </td>
      <td className={endCell}>{of.tries}</td>
      <td className={settings.second} suppressHydrationWarning>
        {formatNextTry(of, now)}
      </td>
      <td className={endCell}>
        {of.possible.includes('retry') && (
          <Button size="small" isBusy={isBusy} {...(isCurrent && { hint: 'R' })} onClick={onRetry}>
            Retry
            <span className="visually-hidden">
              {' '}
              {of.type} of {about.name}
            </span>
          </Button>
        )}
      </td>
    </tr>
  )
}

/** Formats a time of day with seconds, and with the day if the time is not today. */
function formatClock(at: string, now: number, timeZone: string): string {
  const moment = new Date(at)
  const clock = toZonedTime(moment, timeZone)
  const time = formatTimeWithSeconds(clock)
  if (formatIsoDay(clock) === formatIsoDay(toZonedTime(now, timeZone))) return time
  return `${formatShortDay(moment, { timeZone })} ${time}`
}
