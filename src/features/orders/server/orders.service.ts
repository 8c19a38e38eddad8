import { and, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#contract/call.ts'
import { toPagination } from '#contract/fields.ts'
import { readGoods } from '#features/catalogue/server/kept-goods.service.ts'
import type { Database } from '#server/database.ts'
import type { Hooks } from '#server/hooks.ts'
import { prepareOnce } from '#server/prepare-once.ts'
import { refuse } from '#server/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { neverReturned } from '../order-lines.rules.ts'
import type { listOrders as listOrdersCall, Order, ShippingAddress } from '../orders.contract.ts'
import { ownReasons, cancelOrder as runCancel } from './order-commands.service.ts'
import { orderLines } from './order-lines.tables.ts'
import { orders } from './orders.tables.ts'
import {
  type LineWindow,
  linesOfOrder,
  type RefundRow,
  type ReturnRow,
  type ReviewRow,
  shownOfOrder,
  totalsOfOrder,
  toWireOrder,
} from './wire-order.service.ts'

type OrderParts = Hooks['orderParts']

const ofCustomer = eq(orders.customerId, sql.placeholder('customerId'))
const inAnyStatus = preparePage('orders_in_any_status', ofCustomer)
const inSomeStatuses = preparePage(
  'orders_in_some_statuses',
  and(ofCustomer, sql`${orders.statusId} = any(${sql.placeholder('statusIds')})`),
)

/** The page is found by its ids alone: what the pages before it hold is never read. */
function preparePage(name: string, which: SQL | undefined) {
  return prepareOnce((db, parts: OrderParts) => {
    const onPage = db
      .select({ id: orders.id })
      .from(orders)
      .where(which)
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'))
    return {
      read: selectOrders(
        db,
        parts,
        inArray(orders.id, onPage),
        { from: 0, most: sql.placeholder('mostLines') },
        { total: sql<number>`(${db.select({ total: count() }).from(orders).where(which)})`.mapWith(Number) },
      ).prepare(name),
      countAll: db.select({ total: count() }).from(orders).where(which).prepare(`${name}_counted`),
    }
  })
}

/** A page of a shopper's orders with what their cards show: one query, which also counts them. */
export async function listOrders(
  { db, clock, bounds, hooks }: Pick<Shop, 'db' | 'clock' | 'bounds' | 'hooks'>,
  customerId: string,
  { page, limit, order_status_id }: Parsed<typeof listOrdersCall>,
): Promise<Output<typeof listOrdersCall>> {
  const statusIds = order_status_id?.split(',').map(Number)
  const asked = { customerId, statusIds, limit, offset: (page - 1) * limit, mostLines: bounds.listedLines }
  const { read, countAll } = (statusIds ? inSomeStatuses : inAnyStatus)(db, hooks.orderParts)
  const found = await read.execute(asked)
  // A page without orders has nobody to say how many there are.
  const total = found[0]?.total ?? (await countAll.execute(asked))[0]?.total ?? 0
  const goods = await readGoods(
    db,
    found.flatMap(({ lines }) => lines),
  )
  const now = clock.now()
  return {
    data: found.map((row) => toWireOrder(row, goods, now, { from: 0, most: bounds.listedLines })),
    meta: { pagination: toPagination(page, limit, total) },
  }
}

type Owner = { customerId: string; email: string }

const ofOwner = prepareOnce((db, parts: OrderParts) =>
  selectOrders(db, parts, and(eq(orders.id, sql.placeholder('orderId')), ofCustomer), {
    from: sql.placeholder('linesFrom'),
    most: sql.placeholder('mostLines'),
  }).prepare('order_of_owner'),
)

type Lines = { lines_page?: number; line_id?: string | undefined }

/** Where the asked page of lines begins: that of a number, or the one on which a line stands. */
async function findFirstLine(db: Database, orderId: string, { lines_page = 1, line_id }: Lines, most: number) {
  if (line_id === undefined) return (lines_page - 1) * most
  const itsPosition = db.select({ position: orderLines.position }).from(orderLines).where(eq(orderLines.id, line_id))
  const before = await db.$count(
    orderLines,
    and(eq(orderLines.orderId, orderId), sql`${orderLines.position} < (${itsPosition})`),
  )
  return before - (before % most)
}

/** The token decides whose order it is; an address given along is only compared, with the shopper's and the order's. */
export async function getOrder(
  { db, clock, bounds, hooks }: Pick<Shop, 'db' | 'clock' | 'bounds' | 'hooks'>,
  owner: Owner,
  { orderId, email, ...lines }: { orderId: string; email?: string | undefined } & Lines,
): Promise<Order> {
  const mostLines = bounds.detailLines
  const linesFrom = await findFirstLine(db, orderId, lines, mostLines)
  const [found] = await ofOwner(db, hooks.orderParts).execute({
    orderId,
    customerId: owner.customerId,
    linesFrom,
    mostLines,
  })
  const isTheirs = !email || [found?.order.email, owner.email].includes(email.trim().toLowerCase())
  if (!found || !isTheirs) throw refuse('not_found')
  return toWireOrder(found, await readGoods(db, found.lines), clock.now(), { from: linesFrom, most: mostLines })
}

/** For whoever knows number and address: the same order, read only, or null. Whoever asks masks the address. */
export async function readOrderForTracking(
  { db, clock, bounds, hooks }: Pick<Shop, 'db' | 'clock' | 'bounds' | 'hooks'>,
  { orderNo, email }: { orderNo: string; email: string },
): Promise<Order | null> {
  const mostLines = bounds.detailLines
  const itsEmail = email.trim().toLowerCase()
  const [found] = await selectOrders(
    db,
    hooks.orderParts,
    and(eq(orders.orderNo, orderNo.trim().toUpperCase()), eq(orders.email, itsEmail)),
    { from: 0, most: mostLines },
  )
  if (!found) return null
  const order = toWireOrder(found, await readGoods(db, found.lines), clock.now(), { from: 0, most: mostLines })
  // Nothing here may lead into the account: no return, no review, no purchase to report.
  const products = order.products.map((line) => ({
    ...line,
    can_after_sale: false,
    after_sale_block_reason: null,
    after_sale_id: null,
    after_sale_status: neverReturned,
    after_sale_status_name: '',
    review: null,
  }))
  // The words of staff are for whoever is signed in.
  return { ...order, products, ga_counter: 0, cancel_reason: null }
}

export async function cancelOrder(shop: Shop, owner: Owner, orderId: string): Promise<Order> {
  const { customerId } = owner
  await runCancel(shop, { orderId, customerId, actor: 'shopper', reason: ownReasons.shopper })
  return getOrder(shop, owner, { orderId })
}

function selectOrders<More extends Record<string, SQL>>(
  db: Database,
  parts: OrderParts,
  where: SQL | undefined,
  window: LineWindow,
  more = {} as More,
) {
  return db
    .select({
      ...more,
      order: shownOfOrder,
      // As the wire has it, since it only passes through.
      address: sql<ShippingAddress | null>`(
        select json_build_object('firstname', a.firstname, 'lastname', a.lastname, 'telephone', a.telephone,
          'address_1', a.address_1, 'address_2', a.address_2, 'city', a.city, 'state', a.state, 'country', a.country,
          'house_num', a.house_num, 'postcode', a.postcode)
        from order_addresses a where a.order_id = orders.id)`,
      totals: totalsOfOrder,
      refunds: sql<RefundRow[]>`(${parts.refunds(sql`orders.id`)})`,
      reviews: sql<ReviewRow[]>`(${parts.reviews(sql`orders.id`)})`,
      returns: sql<ReturnRow[]>`(${parts.returns(sql`orders.id`)})`,
      lines: linesOfOrder(window),
      lineCount: sql<number>`(select count(*)::int from order_lines where order_id = orders.id)`,
    })
    .from(orders)
    .where(where)
    .orderBy(desc(orders.createdAt), desc(orders.id))
}
