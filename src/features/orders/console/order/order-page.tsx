import type { LucideIcon } from 'lucide-react'
import { usePageData } from '#console/data/use-page-data.ts'
import { parseOriginList } from '#console/list/moves/origin-list.rules.ts'
import type { ConsoleContext } from '#console/shell/console-context.ts'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { ordersLink } from '#console/shell/console-links.ts'
import { useNarrow } from '#console/shell/use-narrow.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { ScanButton } from '#console/ui/buttons/scan-button.tsx'
import { History } from '#console/ui/content/history.tsx'
import { Note } from '#console/ui/content/note.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { Steps } from '#console/ui/layout/steps.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { StaffInput } from '#contract/calls/staff-call.ts'
import { listDocuments, type StaffDocument } from '#features/documents/documents.staff.contract.ts'
import { findOrderPlace, getOrder, type StaffOrder } from '#features/orders/orders.staff.contract.ts'
import { refundOrder } from '#features/payments/payments.staff.contract.ts'
import { RefundRequest } from '#features/staff/console/parts/refund-request.tsx'
import { listRequests, type StaffRequest } from '#features/staff/requests.staff.contract.ts'
import { toListInput } from '../list/order-list.rules.ts'
import { PackList, usePackList } from '../parcels/pack-list.tsx'
import { CustomerPanel } from './customer-panel.tsx'
import { OrderDocuments } from './order-documents.tsx'
import { OrderHead } from './order-head.tsx'
import { OrderItems } from './order-items.tsx'
import { Payments, Refunds, Returns } from './order-money.tsx'
import { pickMoves } from './order-moves.rules.ts'
import { type OrderMove, useOrderMoves } from './order-moves.tsx'
import styles from './order-page.module.css'
import { listHistory, OrderAddress, OrderSums } from './order-parts.tsx'
import { listSteps } from './order-steps.rules.ts'
import { MarketPanel, TaxPanel } from './order-tax.tsx'
import { MoveButton, PossibleNow } from './possible-moves.tsx'

type Loading = { context: ConsoleContext; params: { number: string }; deps: { list?: string } }

export async function loadOrder({ context: { load, call }, params, deps }: Loading) {
  const no = params.number
  const search = parseOriginList(deps.list)
  const [{ data: order }, { data: requests }, { data: documents }, place] = await Promise.all([
    load(getOrder, { no }),
    load(listRequests, { about: `orders/${no}` }),
    load(listDocuments, { order: no }),
    // The order page works without the position in the list, so a failed call is ignored.
    search && call(findOrderPlace, { ...toListInput(search), no } as PlaceInput).catch(() => null),
  ])
  return {
    ...{ order, request: requests.data[0] ?? null },
    // The list begins with the newest document, and the page with the invoice.
    documents: documents.data.toReversed(),
    ...{ place: place?.data ?? null, search, list: deps.list },
  }
}
type PlaceInput = StaffInput<typeof findOrderPlace>
type Loaded = Awaited<ReturnType<typeof loadOrder>>

export function OrderPage() {
  const loaded = usePageData<typeof loadOrder>(`${ordersLink}/$number`)
  // The key resets drafts of dialogs when the page changes to another order.
  return <Order key={loaded.order.number} {...loaded} />
}

function Order({ order, request, documents, place, search, list }: Loaded) {
  const { moves, dialog, problem } = useOrderMoves(order)
  const { first, second, listed } = pickMoves(moves)
  const isNarrow = useNarrow()
  const packing = usePackList(order)
  const isPacking = isNarrow && moves.some(({ id }) => id === 'pack')
  const shipTo = <ShipTo order={order} edit={moves.find(({ id }) => id === 'address')} />
  return (
    <main className={styles.page}>
      <OrderHead {...{ order, place, search, list, moves, first }} />
      <div className={styles.body}>
        {problem && (
          <Note tone="warning" isAnnounced>
            {problem}
          </Note>
        )}
        {request && <OrderRequest order={order} request={request} />}
        {order.hold_reason && <Note tone="warning">{order.hold_reason}</Note>}
        {order.cancel_reason && <Note>{order.cancel_reason}</Note>}
        <section className={styles.steps} aria-label="Progress">
          <Steps steps={listSteps(order)} label="Progress" />
        </section>
        <div className={styles.columns}>
          <div className={styles.stack}>
            {isPacking ? <PackList {...packing} /> : <Items order={order} moves={moves} />}
            {isNarrow && shipTo}
            <MoneyAndHistory order={order} moves={moves} documents={documents} />
          </div>
          <div className={styles.aside}>
            <PossibleNow moves={listed} />
            <CustomerPanel customer={order.customer} />
            <MarketPanel order={order} />
            {!isNarrow && shipTo}
          </div>
        </div>
      </div>
      {listed.length > 0 && (
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

type PartProps = { order: StaffOrder; moves: OrderMove[] }

function Items({ order, moves }: PartProps) {
  const me = useMe()
  const repack = moves.find(({ id }) => id === 'repack')
  return <OrderItems order={order} mayReport={allowsScope(me.scopes, 'parcels:write')} repack={repack?.run} />
}

function ShipTo({ order, edit }: { order: StaffOrder; edit: OrderMove | undefined }) {
  return (
    <Panel title="Ship to" actions={edit && <PanelMove move={edit} name="Edit" />}>
      <OrderAddress address={order.address} />
    </Panel>
  )
}

function MoneyAndHistory({ order, moves, documents }: PartProps & { documents: StaffDocument[] }) {
  const refund = moves.find(({ id }) => id === 'refund')
  const note = moves.find(({ id }) => id === 'note')
  return (
    <>
      <div className={order.tax.rates.length > 0 ? styles.halves : undefined}>
        <Panel title="Payment" actions={refund && <PanelMove move={refund} name="Refund part" />}>
          <OrderSums order={order} />
        </Panel>
        {order.tax.rates.length > 0 && <TaxPanel order={order} />}
      </div>
      <OrderDocuments order={order} documents={documents} />
      <Payments order={order} />
      <Refunds order={order} />
      <Returns order={order} />
      <Panel title="History" actions={note && <PanelMove move={note} name="Add note" icon={note.icon} />}>
        <History entries={listHistory(order)} />
      </Panel>
    </>
  )
}

/** Renders the button of a move in the panel whose data the move changes. */
function PanelMove({ move: { hint, run }, name, icon }: { move: OrderMove; name: string; icon?: LucideIcon }) {
  return (
    <Button tone="quiet" size="small" {...(icon && { icon })} {...(hint && { hint })} onClick={run}>
      {name}
    </Button>
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
