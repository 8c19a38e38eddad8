import { msg } from '#contract/text/translate.ts'
export const orderStatus = {
  unpaid: 1,
  paid: 4,
  preparing: 5,
  packed: 6,
  shipped: 7,
  cancelled: 8,
  closed: 9,
  received: 10,
  complete: 11,
  onHold: 13,
} as const

const statusWords: Record<number, string> = {
  [orderStatus.unpaid]: msg('Unpaid'),
  [orderStatus.paid]: msg('Paid'),
  [orderStatus.preparing]: msg('Preparing'),
  [orderStatus.packed]: msg('Packed'),
  [orderStatus.shipped]: msg('Shipped'),
  [orderStatus.cancelled]: msg('Cancelled'),
  [orderStatus.closed]: msg('Closed'),
  [orderStatus.received]: msg('Received'),
  [orderStatus.complete]: msg('Complete'),
  [orderStatus.onHold]: msg('On hold'),
}

export const orderStatusIds: number[] = Object.keys(statusWords).map(Number)

export function formatOrderStatus(statusId: number): string {
  return statusWords[statusId] ?? ''
}

/** Returns whether the shopper has the order, inside or after the return window. */
export function isReceived(statusId: number): boolean {
  return statusId === orderStatus.received || statusId === orderStatus.complete
}

export type OrderActor = 'shopper' | 'staff' | 'timer' | 'carrier' | 'provider' | 'system'

export type OrderCommand =
  | 'placeOrder'
  | 'confirmPayment'
  | 'cancelOrder'
  | 'holdOrder'
  | 'releaseOrder'
  | 'prepareOrder'
  | 'packOrder'
  | 'unpackOrder'
  | 'shipOrder'
  | 'deliverOrder'
  | 'completeOrder'
  | 'closeOrder'

export type OrderMove = { command: OrderCommand; from: number | null; to: number; by: readonly OrderActor[] }

/** Complete list of the moves of an order. A move that is not listed cannot happen. */
export const orderMoves: readonly OrderMove[] = [
  { command: 'placeOrder', from: null, to: orderStatus.unpaid, by: ['shopper', 'staff'] },
  // `system` confirms an order that store credit pays in full.
  { command: 'confirmPayment', from: orderStatus.unpaid, to: orderStatus.paid, by: ['provider', 'staff', 'system'] },
  {
    command: 'cancelOrder',
    from: orderStatus.unpaid,
    to: orderStatus.cancelled,
    by: ['shopper', 'staff', 'timer', 'system'],
  },
  // An order with nothing to pay goes on hold, and staff release it.
  { command: 'holdOrder', from: orderStatus.unpaid, to: orderStatus.onHold, by: ['system'] },
  { command: 'holdOrder', from: orderStatus.paid, to: orderStatus.onHold, by: ['staff'] },
  { command: 'releaseOrder', from: orderStatus.onHold, to: orderStatus.paid, by: ['staff'] },
  { command: 'prepareOrder', from: orderStatus.paid, to: orderStatus.preparing, by: ['staff'] },
  { command: 'packOrder', from: orderStatus.preparing, to: orderStatus.packed, by: ['staff'] },
  { command: 'unpackOrder', from: orderStatus.packed, to: orderStatus.preparing, by: ['staff'] },
  { command: 'shipOrder', from: orderStatus.packed, to: orderStatus.shipped, by: ['staff', 'carrier'] },
  { command: 'cancelOrder', from: orderStatus.paid, to: orderStatus.cancelled, by: ['staff'] },
  { command: 'cancelOrder', from: orderStatus.preparing, to: orderStatus.cancelled, by: ['staff'] },
  { command: 'cancelOrder', from: orderStatus.packed, to: orderStatus.cancelled, by: ['staff'] },
  { command: 'cancelOrder', from: orderStatus.onHold, to: orderStatus.cancelled, by: ['staff'] },
  { command: 'deliverOrder', from: orderStatus.shipped, to: orderStatus.received, by: ['carrier', 'staff', 'timer'] },
  { command: 'completeOrder', from: orderStatus.received, to: orderStatus.complete, by: ['timer', 'staff'] },
  { command: 'closeOrder', from: orderStatus.received, to: orderStatus.closed, by: ['system'] },
  { command: 'closeOrder', from: orderStatus.complete, to: orderStatus.closed, by: ['system'] },
]

export function findMove(command: OrderCommand, from: number | null, by: OrderActor): OrderMove | undefined {
  return orderMoves.find((move) => move.command === command && move.from === from && move.by.includes(by))
}

export function canMove(command: OrderCommand, from: number | null, by: OrderActor): boolean {
  return findMove(command, from, by) !== undefined
}

/** Lists the moves that an actor can make in a status. Staff see these moves as the next steps. */
export function listNextMoves(from: number, by: OrderActor): OrderCommand[] {
  return orderMoves.filter((move) => move.from === from && move.by.includes(by)).map((move) => move.command)
}

/** Returns whether PAY NOW is shown: for an unpaid order that is neither canceled nor expired. */
export function canPay(order: { order_status_id: number; invalid_status: number }): boolean {
  return order.order_status_id === orderStatus.unpaid && order.invalid_status === 0
}

/** Reason for canceling an order whose items were sold to others before its payment arrived. */
export const soldOutReason = msg('Sold out before it was paid')

export const unpaidHours = 24
export const autoReceiveDays = 30
export const autoCompleteDays = 3

/** Counts of the account summary that are shown as badges of tabs. */
type OrderCount = 'unpaid_order' | 'proccessing_order' | 'shipped_order' | 'received_order'

export type OrderTab = 'all' | 'unpaid' | 'processing' | 'shipped' | 'received' | 'returns'

/** Tabs of the order list. Complete, canceled and closed orders are listed under All only. */
export const orderTabs: readonly {
  tab: OrderTab
  label: string
  statusIds: string | null
  /** Count of the account summary for the badge of the tab. All has no badge. */
  count: OrderCount | 'return_order' | null
}[] = [
  { tab: 'all', label: msg('All'), statusIds: null, count: null },
  { tab: 'unpaid', label: msg('Unpaid'), statusIds: joinIds(orderStatus.unpaid), count: 'unpaid_order' },
  {
    tab: 'processing',
    label: msg('Processing'),
    statusIds: joinIds(orderStatus.paid, orderStatus.preparing, orderStatus.packed, orderStatus.onHold),
    count: 'proccessing_order',
  },
  { tab: 'shipped', label: msg('Shipped'), statusIds: joinIds(orderStatus.shipped), count: 'shipped_order' },
  { tab: 'received', label: msg('Received-1'), statusIds: joinIds(orderStatus.received), count: 'received_order' },
  { tab: 'returns', label: msg('Returns'), statusIds: null, count: 'return_order' },
]

/** Returns the tab for a query string. The order of the status numbers does not matter. */
export function findTab(search: { order_status_id?: string | undefined; return?: string | undefined }): OrderTab {
  if (search.return === '1') return 'returns'
  const searchedIds = sortIds(search.order_status_id ?? '')
  return orderTabs.find(({ statusIds }) => statusIds !== null && sortIds(statusIds) === searchedIds)?.tab ?? 'all'
}

function joinIds(...statusIds: number[]): string {
  return statusIds.join(',')
}

function sortIds(list: string): string {
  return list
    .split(',')
    .map((one) => one.trim())
    .sort()
    .join(',')
}

export function tabSearch(tab: OrderTab): { order_status_id?: string; return?: string } {
  if (tab === 'returns') return { return: '1' }
  const statusIds = orderTabs.find((one) => one.tab === tab)?.statusIds
  return statusIds ? { order_status_id: statusIds } : {}
}

/**
 * Returns an order number in its stored form. Stored numbers are upper case, and the old shop printed its numbers with a hash.
 */
export function normalizeOrderNo(typed: string): string {
  return typed.trim().replace(/^#/, '').toUpperCase()
}
