import { RefreshCw } from 'lucide-react'
import { useCommand } from '#console/data/use-command.ts'
import { FilterChip } from '#console/list/filters/filter-row.tsx'
import { useList, useListAddress } from '#console/list/use-list.ts'
import settings from '#console/settings/settings.module.css'
import { settingsLinks } from '#console/settings/settings-places.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { useKeys } from '#console/shell/use-keys.ts'
import { useNow, useZone } from '#console/shell/use-now.ts'
import { Button } from '#console/ui/button.tsx'
import { readClock, writeIsoDay, writeSeconds } from '#console/ui/clock.rules.ts'
import { writeDay } from '#console/ui/day.rules.ts'
import { EmptyView } from '#console/ui/empty-view.tsx'
import { Refusal } from '#console/ui/note.tsx'
import { Panel } from '#console/ui/panel.tsx'
import { currentRow, endCell, Table } from '#console/ui/table.tsx'
import { Tag } from '#console/ui/tag.tsx'
import { showToast } from '#console/ui/toast-store.ts'
import type { StaffPage } from '#contract/calls/staff-call.ts'
import {
  type Delivery,
  type DeliveryDetail,
  listDeliveries,
  retryDelivery,
  retryFailedDeliveries,
  type Webhook,
} from '../webhooks.staff.contract.ts'
import { showAbout, showAnswer, showNext, showTook, toListInput, writeExchange } from './delivery-looks.rules.ts'
import styles from './webhooks.module.css'

const states = [
  { value: 'failed', name: 'Failed' },
  { value: 'waiting', name: 'Waiting' },
  { value: 'delivered', name: 'Delivered' },
]

type Props = { webhooks: readonly Webhook[]; first: StaffPage<Delivery>; chosen: DeliveryDetail | null }

/** What was sent, how it was answered, and what comes next. */
export function DeliveriesPanel({ webhooks, first, chosen }: Props) {
  const { call } = useConsole()
  const { search, change, linkTo } = useListAddress(settingsLinks.api)
  const { run, busy, problem } = useCommand()
  const list = useList<Delivery>({
    first,
    search: { state: search.state, webhook: search.webhook },
    keyOf: ({ id }) => id,
    read: async (input) => (await call(listDeliveries, toListInput(input))).data,
    topics: [],
  })
  const at = list.rows.findIndex(({ id }) => id === chosen?.id)
  const failing = webhooks.filter(
    ({ id, possible }) => possible.includes('retry_failed') && (!search.webhook || search.webhook === id),
  )
  const failed = failing.reduce((sum, one) => sum + one.failed, 0)

  const move = (by: number) => {
    const next = list.rows[at + by]
    if (next) change({ delivery: next.id })
  }
  const retry = ({ id, type, possible }: Delivery) => {
    if (!possible.includes('retry') || busy) return
    return run(`retry ${id}`, async () => {
      list.put((await call(retryDelivery, { id })).data)
      showToast(`${type} is sent again`)
    })
  }
  const retryAll = () =>
    run('all', async () => {
      for (const { id } of failing) await call(retryFailedDeliveries, { id })
      showToast(failed === 1 ? 'It is sent again' : `${failed} are sent again`)
    })
  const current = list.rows[at]
  useKeys({ j: () => move(1), k: () => move(-1), r: () => current && retry(current) })

  const isFiltered = Boolean(search.state || search.webhook)
  return (
    <Panel
      title="Deliveries"
      isFlush
      beside={
        <>
          <FilterChip
            filter={{ name: 'state', label: 'State', kind: 'one', choices: states }}
            value={search.state}
            change={(to) => change({ ...to, delivery: undefined })}
          />
          {(webhooks.length > 1 || search.webhook) && (
            <FilterChip
              filter={{
                name: 'webhook',
                label: 'Goes to',
                kind: 'one',
                choices: webhooks.map(({ id, url }) => ({ value: id, name: url })),
              }}
              value={search.webhook}
              change={(to) => change({ ...to, delivery: undefined })}
            />
          )}
        </>
      }
      actions={
        failed > 0 && (
          <Button size="small" icon={RefreshCw} isBusy={busy === 'all'} onClick={retryAll}>
            Retry {failed} failed
          </Button>
        )
      }
    >
      <Refusal problem={problem ?? list.problem} />
      {list.held > 0 && (
        <Button tone="quiet" isBlock onClick={list.showHeld}>
          {list.held} new
        </Button>
      )}
      {list.rows.length === 0 ? (
        <EmptyView
          title={isFiltered ? 'Nothing like that' : 'Nothing sent yet'}
          text={isFiltered ? 'No delivery is like this.' : 'What webhooks are told stands here for 30 days.'}
        >
          {isFiltered && (
            <ConsoleLink href={settingsLinks.api} replace>
              Clear the filters
            </ConsoleLink>
          )}
        </EmptyView>
      ) : (
        <>
          <Table
            label="Deliveries"
            isCompact
            columns={[
              { name: 'When' },
              { name: 'Event' },
              { name: 'About' },
              { name: 'Answer' },
              { name: 'Took', isEnd: true },
              { name: 'Tries', isEnd: true },
              { name: 'Next' },
              { name: 'Retry', isNameHidden: true },
            ]}
          >
            {list.rows.map((one) => (
              <Row
                key={one.id}
                of={one}
                href={linkTo({ delivery: one.id })}
                isCurrent={one.id === chosen?.id}
                isBusy={busy === `retry ${one.id}`}
                onChoose={() => change({ delivery: one.id })}
                onRetry={() => retry(one)}
              />
            ))}
          </Table>
          {chosen && <Exchange of={chosen} />}
          {list.next && (
            <Button tone="quiet" isBlock isBusy={list.isBusy} onClick={list.more}>
              Show older
            </Button>
          )}
        </>
      )}
    </Panel>
  )
}

type RowProps = {
  of: Delivery
  href: string
  isCurrent: boolean
  isBusy: boolean
  onChoose: () => void
  onRetry: () => void
}

function Row({ of, href, isCurrent, isBusy, onChoose, onRetry }: RowProps) {
  const now = useNow()
  const zone = useZone()
  const about = showAbout(of.subject)
  const answer = showAnswer(of)
  return (
    <tr className={isCurrent ? currentRow : undefined}>
      <td className={settings.second}>
        <time dateTime={of.at} suppressHydrationWarning>
          {showClock(of.at, now, zone)}
        </time>
      </td>
      <td>
        <ConsoleLink
          href={href}
          className={styles.event}
          aria-current={isCurrent || undefined}
          aria-label={`${of.type}, ${about.name}: show what was sent`}
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
        <span className={settings.second}>{showTook(of.took_ms)}</span>
      </td>
      <td className={endCell}>{of.tries}</td>
      <td className={settings.second} suppressHydrationWarning>
        {showNext(of, now)}
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

function Exchange({ of }: { of: DeliveryDetail }) {
  return (
    <section
      className={styles.exchange}
      aria-label={`What was sent and answered, ${of.type}`}
      aria-live="polite"
      dir="ltr"
    >
      {writeExchange(of).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </section>
  )
}

/** To the second, and with its day where that is not today. */
function showClock(at: string, now: number, timeZone: string): string {
  const moment = new Date(at)
  const clock = readClock(moment, timeZone)
  const time = writeSeconds(clock)
  if (writeIsoDay(clock) === writeIsoDay(readClock(now, timeZone))) return time
  return `${writeDay(moment, { timeZone })} ${time}`
}
