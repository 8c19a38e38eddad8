import { useRouter } from '@tanstack/react-router'
import { ArrowLeft, ChevronRight, Ellipsis, EllipsisVertical, Printer } from 'lucide-react'
import { usePageData } from '#console/data/use-page-data.ts'
import { useStaffLive } from '#console/data/use-staff-live.ts'
import { readCameFrom, tellPlace } from '#console/list/moves/came-from.rules.ts'
import { Hops } from '#console/list/moves/hops.tsx'
import type { ConsoleContext } from '#console/shell/console-context.ts'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { ordersLink, staffOrderLink } from '#console/shell/console-links.ts'
import { useHint } from '#console/shell/use-keys.ts'
import { useNarrow } from '#console/shell/use-narrow.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { History } from '#console/ui/history.tsx'
import { Keys } from '#console/ui/key.tsx'
import { Menu } from '#console/ui/menu.tsx'
import { Note } from '#console/ui/note.tsx'
import { PageHead } from '#console/ui/page-head.tsx'
import { Panel } from '#console/ui/panel.tsx'
import { Presence } from '#console/ui/presence.tsx'
import { ScanButton } from '#console/ui/scan-button.tsx'
import { Status } from '#console/ui/status.tsx'
import { type Step, Steps } from '#console/ui/steps.tsx'
import { toQuery } from '#contract/calls/call.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { StaffInput } from '#contract/calls/staff-call.ts'
import { findOrderPlace, getOrder, type StaffOrder } from '#features/orders/orders.staff.contract.ts'
import { refundOrder } from '#features/payments/payments.staff.contract.ts'
import { RefundRequest } from '#features/staff/console/parts/refund-request.tsx'
import { listRequests, type StaffRequest } from '#features/staff/requests.staff.contract.ts'
import { nameList, toListInput } from '../list/order-list.rules.ts'
import { slipLink } from '../list/print-slips.ts'
import { PackList, usePackList } from '../parcels/pack-list.tsx'
import { orderLooks } from '../parts/order-status.ts'
import { OrderTags } from '../parts/order-tags.tsx'
import { CustomerPanel } from './customer-panel.tsx'
import { OrderItems } from './order-items.tsx'
import { PaymentEvents, Refunds, Returns } from './order-money.tsx'
import { type OrderMove, useOrderMoves } from './order-moves.tsx'
import styles from './order-page.module.css'
import { listHistory, OrderAddress, OrderSums } from './order-parts.tsx'

type Loading = { context: ConsoleContext; params: { number: string }; deps: { list?: string } }

export async function loadOrder({ context: { load, call }, params, deps }: Loading) {
  const no = params.number
  const search = readCameFrom(deps.list)
  const [{ data: order }, { data: requests }, place] = await Promise.all([
    load(getOrder, { no }),
    load(listRequests, { about: `orders/${no}` }),
    // A list that cannot be asked for is none: the order is there all the same.
    search && call(findOrderPlace, { ...toListInput(search), no } as PlaceInput).catch(() => null),
  ])
  return { order, request: requests.data[0] ?? null, place: place?.data ?? null, search, list: deps.list }
}
type PlaceInput = StaffInput<typeof findOrderPlace>
type Loaded = Awaited<ReturnType<typeof loadOrder>>

/** One order, with everything that can be done with it. */
export function OrderPage() {
  const loaded = usePageData<typeof loadOrder>(`${ordersLink}/$number`)
  // What is typed into a dialog belongs to its order.
  return <Order key={loaded.order.number} {...loaded} />
}

/** Never what an order waits for. */
const beside: OrderMove['id'][] = ['note', 'tags', 'cancel', 'refund', 'address', 'start-return']
/** These stand where what they change is shown, or behind More. */
const elsewhere: OrderMove['id'][] = ['note', 'tags', 'refund', 'address', 'unpack']

function Order({ order, request, place, search, list }: Loaded) {
  const router = useRouter()
  const me = useMe()
  const { number, status, hold_reason, cancel_reason } = order
  const others = useStaffLive([`orders/${number}`], () => router.invalidate())
  const { moves, dialog, problem } = useOrderMoves(order)
  const first = moves.find(({ id }) => !beside.includes(id))
  const possible = moves.filter(({ id }) => !elsewhere.includes(id))
  const plain = possible.filter(({ id }) => id !== first?.id && id !== 'cancel')
  const second = plain.find(({ id }) => id === 'hold') ?? plain[0]
  const note = moves.find(({ id }) => id === 'note')
  const refund = moves.find(({ id }) => id === 'refund')
  const address = moves.find(({ id }) => id === 'address')
  const repack = moves.find(({ id }) => id === 'repack')
  const listHref = ordersLink + toQuery({ ...search, ...(search && { at: number }) })
  const isNarrow = useNarrow()
  const packing = usePackList(order)
  const isPacking = isNarrow && moves.some(({ id }) => id === 'pack')
  const shipTo = (
    <Panel
      title="Ship to"
      actions={
        address && (
          <Button tone="quiet" size="small" hint="A" onClick={address.run}>
            Edit
          </Button>
        )
      }
    >
      <OrderAddress address={order.address} />
    </Panel>
  )
  return (
    <main className={styles.page}>
      <PageHead
        title={number}
        isNumber
        back={
          <ConsoleLink href={listHref} className={buttonClass({ tone: 'quiet' }, true)} aria-label="Orders">
            <ArrowLeft size={18} strokeWidth={1.75} aria-hidden className={styles.arrow} />
          </ConsoleLink>
        }
        crumb={
          <>
            <ConsoleLink href={listHref}>Orders</ConsoleLink>
            {search && (
              <>
                <ChevronRight size={14} strokeWidth={1.9} aria-hidden className={styles.arrow} />
                {tellPlace(nameList(search), place)}
              </>
            )}
          </>
        }
        beside={
          <>
            <Status look={orderLooks[status]} isLarge />
            <OrderTags order={order} />
            <Presence people={others} />
          </>
        }
      >
        <Hops place={place} hrefOf={(other) => staffOrderLink(other, list)} />
        <Menu
          label="More"
          icon={isNarrow ? EllipsisVertical : Ellipsis}
          isLabelHidden={isNarrow}
          tone={isNarrow ? 'quiet' : 'outline'}
          items={[
            { name: 'Print the slip', icon: Printer, run: () => window.open(slipLink(number), '_blank') },
            ...moves
              .filter(({ id }) => id !== first?.id)
              .map(({ name, icon, hint, isDanger, run }) => ({
                name,
                icon,
                run,
                ...(hint && { hint }),
                ...(isDanger && { isDanger, isApart: true }),
              })),
          ]}
        />
        {first && (
          <span className={styles.headMove}>
            <MoveButton move={first} />
          </span>
        )}
      </PageHead>
      <div className={styles.body}>
        {problem && (
          <Note tone="warning" isNews>
            {problem}
          </Note>
        )}
        {request && <OrderRequest order={order} request={request} />}
        {hold_reason && <Note tone="warning">{hold_reason}</Note>}
        {cancel_reason && <Note>{cancel_reason}</Note>}
        <section className={styles.steps} aria-label="How far it is">
          <Steps steps={listSteps(order)} label="How far it is" />
        </section>
        <div className={styles.columns}>
          <div className={styles.stack}>
            {isPacking ? (
              <PackList {...packing} />
            ) : (
              <OrderItems order={order} mayReport={allowsScope(me.scopes, 'parcels:write')} repack={repack?.run} />
            )}
            {isNarrow && shipTo}
            <div className={styles.halves}>
              <Panel
                title="Payment"
                actions={
                  refund && (
                    <Button tone="quiet" size="small" hint="R" onClick={refund.run}>
                      Refund part
                    </Button>
                  )
                }
              >
                <OrderSums order={order} />
              </Panel>
              <Panel title="Payment events">
                <PaymentEvents order={order} />
              </Panel>
            </div>
            <Refunds order={order} />
            <Returns order={order} />
            <Panel
              title="History"
              actions={
                note && (
                  <Button tone="quiet" size="small" icon={note.icon} hint="M" onClick={note.run}>
                    Add note
                  </Button>
                )
              }
            >
              <History entries={listHistory(order)} />
            </Panel>
          </div>
          <div className={styles.aside}>
            <PossibleNow moves={possible} />
            <CustomerPanel customer={order.customer} />
            {!isNarrow && shipTo}
          </div>
        </div>
      </div>
      {possible.length > 0 && (
        <div className={styles.bar}>
          {second && <MoveButton move={second} isPlain isIcon={isPacking} />}
          {isPacking && <ScanButton name="sku" onRead={packing.scan} />}
          {first && <MoveButton move={first} />}
        </div>
      )}
      {dialog}
    </main>
  )
}

function OrderRequest({ order, request }: { order: StaffOrder; request: StaffRequest }) {
  const { call } = useConsole()
  const input = { ...request.input, no: order.number, request_id: request.id } as StaffInput<typeof refundOrder>
  const { name, email } = order.customer
  return (
    <RefundRequest
      request={request}
      why={<>: “{input.reason}”</>}
      shopper={name || email}
      refund={() => call(refundOrder, input)}
    />
  )
}

type MoveProps = { move: OrderMove; isPlain?: boolean; isIcon?: boolean }

function MoveButton({ move: { name, icon, hint, run, isBusy }, isPlain, isIcon }: MoveProps) {
  const look = { tone: isPlain ? 'outline' : 'primary', icon, isBusy, onClick: run, ...(hint && { hint }) } as const
  return isIcon ? <Button {...look} aria-label={name} data-icon /> : <Button {...look}>{name}</Button>
}

/** Only what can be done, the likeliest first, each with what it means. */
function PossibleNow({ moves }: { moves: OrderMove[] }) {
  return (
    <Panel title="Possible now" isFlush>
      {moves.length === 0 && <p className={styles.none}>Nothing: it is over, or not yours to change.</p>}
      <ul>
        {moves.map((move) => (
          <li key={move.id}>
            <PossibleMove move={move} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function PossibleMove({ move }: { move: OrderMove }) {
  const { name, detail, icon: Icon, hint, isDanger, run, isBusy } = move
  const { shortcut } = useHint(hint ?? '')
  return (
    <button
      type="button"
      className={styles.move}
      data-tone={isDanger ? 'danger' : undefined}
      aria-disabled={isBusy || undefined}
      aria-keyshortcuts={shortcut || undefined}
      onClick={isBusy ? undefined : run}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <span className={styles.moveWords}>
        <span className={styles.moveName}>{name}</span>
        <span className={styles.quiet}>{detail}</span>
      </span>
      {hint && <Keys of={hint} />}
    </button>
  )
}

/** Where it stands among the usual steps; a held or cancelled one stops where it was. */
function listSteps(order: StaffOrder): Step[] {
  const at = (command: string) => order.events.findLast((event) => event.command === command)?.at ?? null
  const steps = [
    { name: 'Placed', at: order.placed_at },
    { name: 'Paid', at: order.paid_at },
    { name: 'Preparing', at: at('prepareOrder') },
    { name: 'Packed', at: order.parcels[0]?.packed_at ?? null },
    { name: 'Shipped', at: order.shipped_at },
    { name: 'Received', at: order.received_at },
    { name: 'Complete', at: order.completed_at },
  ]
  const now = stepOf[order.status] ?? steps.findLastIndex((step) => step.at !== null)
  return steps.map((step, index) => ({
    ...step,
    at: index <= now ? step.at : null,
    state: index < now ? 'done' : index === now ? 'now' : 'ahead',
  }))
}
const stepOf: Partial<Record<StaffOrder['status'], number>> = {
  unpaid: 0,
  paid: 1,
  on_hold: 1,
  preparing: 2,
  packed: 3,
  shipped: 4,
  received: 5,
  complete: 6,
}
