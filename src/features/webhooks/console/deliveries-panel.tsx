import { RefreshCw } from 'lucide-react'
import { useCommand } from '#console/data/use-command.ts'
import { FilterChip } from '#console/list/filters/filter-row.tsx'
import { useList, useListAddress } from '#console/list/use-list.ts'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { useKeys } from '#console/shell/use-keys.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { EmptyView } from '#console/ui/content/empty-view.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { Table } from '#console/ui/layout/table.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import type { StaffPage } from '#contract/calls/staff-call.ts'
import {
  type Delivery,
  type DeliveryDetail,
  listDeliveries,
  retryDelivery,
  retryFailedDeliveries,
  type Webhook,
} from '../webhooks.staff.contract.ts'
import { formatExchange, toListInput } from './delivery-format.rules.ts'
import { DeliveryRow } from './delivery-row.tsx'
import styles from './webhooks.module.css'

const states = [
  { value: 'failed', name: 'Failed' },
  { value: 'waiting', name: 'Waiting' },
  { value: 'delivered', name: 'Delivered' },
]

type Props = { webhooks: readonly Webhook[]; first: StaffPage<Delivery>; chosen: DeliveryDetail | null }

/** Lists deliveries with the responses of their receivers and the time of the next try. */
export function DeliveriesPanel({ webhooks, first, chosen }: Props) {
  const { call } = useConsole()
  const address = useListAddress(settingsLinks.api)
  const { search, change, linkTo } = address
  const list = useList<Delivery>({
    first,
    search: { state: search.state, webhook: search.webhook },
    keyOf: ({ id }) => id,
    read: async (input) => (await call(listDeliveries, toListInput(input))).data,
    topics: [],
  })
  const retrying = useRetrying(list.put)
  const at = list.rows.findIndex(({ id }) => id === chosen?.id)
  const current = list.rows[at]
  const move = (by: number) => {
    const next = list.rows[at + by]
    if (next) change({ delivery: next.id })
  }
  useKeys({ j: () => move(1), k: () => move(-1), r: () => current && retrying.retry(current) })
  return (
    <Panel
      title="Deliveries"
      isFlush
      beside={<Filters webhooks={webhooks} address={address} />}
      actions={<RetryFailed webhooks={webhooks} shown={search.webhook} retrying={retrying} />}
    >
      <Refusal problem={retrying.problem ?? list.problem} />
      {list.held > 0 && (
        <Button tone="quiet" isBlock onClick={list.showNewRows}>
          {list.held} new
        </Button>
      )}
      {list.rows.length === 0 ? (
        <NoDeliveries isFiltered={Boolean(search.state || search.webhook)} />
      ) : (
        <>
          <Table label="Deliveries" isCompact columns={columns}>
            {list.rows.map((one) => (
              <DeliveryRow
                key={one.id}
                of={one}
                href={linkTo({ delivery: one.id })}
                isCurrent={one.id === chosen?.id}
                isBusy={retrying.busy === `retry ${one.id}`}
                onChoose={() => change({ delivery: one.id })}
                onRetry={() => retrying.retry(one)}
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

const columns = [
  { name: 'When' },
  { name: 'Event' },
  { name: 'About' },
  { name: 'Response' },
  { name: 'Duration', isEnd: true },
  { name: 'Attempts', isEnd: true },
  { name: 'Next attempt' },
  { name: 'Retry', isNameHidden: true },
]

/** Sends one delivery again, or all failed deliveries. `put` updates the row of the delivery. */
function useRetrying(put: (one: Delivery) => void) {
  const { call } = useConsole()
  const { run, busy, problem } = useCommand()
  const retry = ({ id, type, possible }: Delivery) => {
    if (!possible.includes('retry') || busy) return
    return run(`retry ${id}`, async () => {
      put((await call(retryDelivery, { id })).data)
      showToast(`${type} is sent again`)
    })
  }
  const retryFailed = (failing: readonly Webhook[], count: number) =>
    run('all', async () => {
      for (const { id } of failing) await call(retryFailedDeliveries, { id })
      showToast(count === 1 ? 'The event is sent again' : `${count} events are sent again`)
    })
  return { retry, retryFailed, busy, problem }
}

type RetryProps = Pick<Props, 'webhooks'> & {
  /** Id of the webhook by which the list is filtered, if any. */
  shown: string | undefined
  retrying: ReturnType<typeof useRetrying>
}

function RetryFailed({ webhooks, shown, retrying: { retryFailed, busy } }: RetryProps) {
  const failing = webhooks.filter(({ id, possible }) => possible.includes('retry_failed') && (!shown || shown === id))
  const count = failing.reduce((sum, one) => sum + one.failed, 0)
  if (count === 0) return null
  return (
    <Button size="small" icon={RefreshCw} isBusy={busy === 'all'} onClick={() => retryFailed(failing, count)}>
      Retry {count} failed
    </Button>
  )
}

type FiltersProps = Pick<Props, 'webhooks'> & { address: ReturnType<typeof useListAddress> }

function Filters({ webhooks, address: { search, change } }: FiltersProps) {
  // The filtered list may not contain the open delivery.
  const filter: typeof change = (to) => change({ ...to, delivery: undefined })
  const targets = webhooks.map(({ id, url }) => ({ value: id, name: url }))
  return (
    <>
      <FilterChip
        filter={{ name: 'state', label: 'State', kind: 'one', choices: states }}
        value={search.state}
        change={filter}
      />
      {(webhooks.length > 1 || search.webhook) && (
        <FilterChip
          filter={{ name: 'webhook', label: 'URL', kind: 'one', choices: targets }}
          value={search.webhook}
          change={filter}
        />
      )}
    </>
  )
}

function NoDeliveries({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) return <EmptyView title="Nothing sent yet" text="Deliveries are listed here for 30 days." />
  return (
    <EmptyView title="No matches" text="No delivery matches the filter.">
      <ConsoleLink href={settingsLinks.api} replace>
        Clear the filters
      </ConsoleLink>
    </EmptyView>
  )
}

function Exchange({ of }: { of: DeliveryDetail }) {
  return (
    <section className={styles.exchange} aria-label={`Request and response of ${of.type}`} aria-live="polite" dir="ltr">
      {formatExchange(of).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </section>
  )
}
