import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import * as z from 'zod/mini'
import { findEmailProblem, listUpTo } from '#contract/calls/fields.ts'
import { toPriceValue } from '#contract/money/money.ts'
import { trackingOrderNoMaxLength } from '#features/orders/order-lookup.rules.ts'
import { normalizeOrderNo } from '#features/orders/orders.rules.ts'
import { currencies } from '#features/settings/server/settings.tables.ts'
import type { Database } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import type { Shop } from '#server/shop.ts'
import { archivedOrderItems, archivedOrders } from './order-lookup.tables.ts'

// 1,000: the most lines that a CSV can have for one order.
const maxItems = 1_000
const text = z._default(z.string().check(z.trim(), z.maxLength(500)), '')
const money = z.union([z.string(), z.number()])
const optionalMoney = z._default(money, '0')

// Pictures must be on this site, because the content security policy blocks pictures from other sites.
const picture = z._default(z.string().check(z.regex(/^(?:\/(?!\/)\S*)?$/, 'is not a path of this shop')), '')

const Item = z.object({
  image: picture,
  sku_name_en: z.string('a name is missing').check(z.trim(), z.minLength(1, 'a name is missing'), z.maxLength(500)),
  sku_attr_en: text,
  price: money,
  status: text,
})

/** Order of the previous shop platform, as a line of the file. */
export const ArchivedOrderRecord = z.object({
  order_no: z.string('is missing').check(z.trim(), z.minLength(1, 'is missing')),
  email: z.string('is missing').check(z.trim(), z.toLowerCase()),
  firstname: text,
  lastname: text,
  tel: text,
  zipcode: text,
  city: text,
  state: text,
  country: text,
  shipping_method: text,
  currency: z
    .string('is missing')
    .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{3}$/, 'is not a currency code of three letters')),
  symbol_left: z.optional(z.string().check(z.maxLength(10))),
  symbol_right: z.optional(z.string().check(z.maxLength(10))),
  sku_price: money,
  discount_price: optionalMoney,
  shipping: optionalMoney,
  total: money,
  // Empty for unpaid orders of this shop, which are exported without a payment time. Such an order is recognized but
  // not imported.
  pay_confirm_time: z._default(z.union([z.string(), z.number()]), ''),
  items: listUpTo(maxItems, Item).check(z.minLength(1, 'has no items')),
})
export type ArchivedOrderRecord = z.output<typeof ArchivedOrderRecord>

type Currency = { code: string; symbolLeft: string; symbolRight: string; decimals: number }
type Row = { order: typeof archivedOrders.$inferInsert; items: (typeof archivedOrderItems.$inferInsert)[] }

/** Returns which of the orders exist already. Existing orders are never changed. */
export async function findArchivedOrders(
  db: Database,
  orderKeys: { order_no: string; email: string }[],
): Promise<Set<string>> {
  const rows = await db
    .select({ email: archivedOrders.email, orderNo: archivedOrders.orderNo })
    .from(archivedOrders)
    .where(
      inArray(
        archivedOrders.orderNo,
        orderKeys.map(({ order_no }) => normalizeOrderNo(order_no)),
      ),
    )
  return new Set(rows.map(({ email, orderNo }) => getArchivedOrderKey(email, orderNo)))
}

/**
 * Returns the key of an archived order. The key contains the email address, because two earlier shops may have used the
 * same number.
 */
export function getArchivedOrderKey(email: string, orderNo: string): string {
  return `${email.trim().toLowerCase()} ${normalizeOrderNo(orderNo)}`
}

/** Lists all errors of an order, as sentences. */
export function listOrderProblems(archivedOrder: ArchivedOrderRecord, known: ReadonlyMap<string, Currency>): string[] {
  const problems: string[] = []
  toRow(archivedOrder, known, new Date(0), problems)
  return problems
}

/** Inserts orders. Existing orders stay unchanged. */
export async function insertArchivedOrders(shop: Shop, orders: ArchivedOrderRecord[]): Promise<void> {
  const known = new Map((await shop.db.select().from(currencies)).map((one) => [one.code, one]))
  const rows = orders.map((order) => toRow(order, known, shop.clock.now(), []))
  const made = await shop.db
    .insert(archivedOrders)
    .values(rows.map(({ order }) => order))
    .onConflictDoNothing()
    .returning({ id: archivedOrders.id })
  const isNew = new Set(made.map(({ id }) => id))
  const items = rows.flatMap((row) => (isNew.has(row.order.id) ? row.items : []))
  for (let at = 0; at < items.length; at += 1000) {
    await shop.db.insert(archivedOrderItems).values(items.slice(at, at + 1000))
  }
}

/** Returns the next page of orders after an id, in the format of the file. */
export async function readArchivedPage(
  db: Database,
  after: string,
  max: number,
): Promise<(ArchivedOrderRecord & { id: string })[]> {
  const found = await db
    .select()
    .from(archivedOrders)
    .where(gt(archivedOrders.id, after))
    .orderBy(asc(archivedOrders.id))
    .limit(max)
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const items = await db
    .select()
    .from(archivedOrderItems)
    .where(inArray(archivedOrderItems.archivedOrderId, ids))
    .orderBy(asc(archivedOrderItems.archivedOrderId), asc(archivedOrderItems.position))
  const itemsOf = Map.groupBy(items, ({ archivedOrderId }) => archivedOrderId)
  return found.map((order) => {
    const value = (amount: number) => toPriceValue(amount, order.decimals)
    const { id, orderNo, email, firstname, lastname, tel, zipcode, city, state, country, currency } = order
    return {
      ...{ id, order_no: orderNo, email, firstname, lastname, tel, zipcode, city, state, country },
      shipping_method: order.shippingMethod,
      ...{ currency, symbol_left: order.symbolLeft, symbol_right: order.symbolRight },
      sku_price: value(order.skuPriceAmount),
      discount_price: value(order.discountAmount),
      shipping: value(order.shippingAmount),
      total: value(order.totalAmount),
      pay_confirm_time: Math.floor(order.payConfirmedAt.getTime() / 1000),
      items: (itemsOf.get(id) ?? []).map(({ image, skuNameEn, skuAttrEn, priceAmount, status }) => ({
        image,
        sku_name_en: skuNameEn,
        sku_attr_en: skuAttrEn,
        price: value(priceAmount),
        status,
      })),
    }
  })
}

export async function removeArchivedOrders(db: Database, orders: { order_no: string; email: string }[]): Promise<void> {
  for (const { order_no, email } of orders) {
    const isMatch = and(eq(archivedOrders.email, email), eq(archivedOrders.orderNo, normalizeOrderNo(order_no)))
    await db.delete(archivedOrders).where(isMatch)
  }
}

function toRow(
  archivedOrder: ArchivedOrderRecord,
  known: ReadonlyMap<string, Currency>,
  importedAt: Date,
  problems: string[],
): Row {
  const tell = (what: string) => problems.push(what)
  const orderNo = normalizeOrderNo(archivedOrder.order_no)
  if (orderNo.length > trackingOrderNoMaxLength) {
    tell(`order_no has more than ${trackingOrderNoMaxLength} characters, which the order lookup does not accept`)
  }
  if (findEmailProblem(archivedOrder.email)) tell('email is not an address that the order lookup accepts')
  const currency = known.get(archivedOrder.currency)
  const decimals = currency?.decimals ?? 2
  const amount = (name: string, value: string | number): number => {
    const minor = toMinorUnits(String(value), decimals)
    if (minor === null) tell(`${name} "${value}" is not an amount in ${archivedOrder.currency}`)
    return minor ?? 0
  }
  const payConfirmedAt = readTime(archivedOrder.pay_confirm_time)
  if (!payConfirmedAt)
    tell(`pay_confirm_time "${archivedOrder.pay_confirm_time}" must be a date or a number of seconds since 1970`)
  const id = newId()
  const order = {
    ...pickAddress(archivedOrder),
    id,
    orderNo,
    email: archivedOrder.email,
    shippingMethod: archivedOrder.shipping_method,
    currency: archivedOrder.currency,
    ...pickSymbols(archivedOrder, currency),
    decimals,
    skuPriceAmount: amount('sku_price', archivedOrder.sku_price),
    discountAmount: amount('discount_price', archivedOrder.discount_price),
    shippingAmount: amount('shipping', archivedOrder.shipping),
    totalAmount: amount('total', archivedOrder.total),
    payConfirmedAt: payConfirmedAt ?? importedAt,
    importedAt,
  }
  const items = archivedOrder.items.map((item, position) => ({
    archivedOrderId: id,
    position,
    image: item.image,
    skuNameEn: item.sku_name_en,
    skuAttrEn: item.sku_attr_en,
    priceAmount: amount(`items.${position}.price`, item.price),
    status: item.status,
  }))
  return { order, items }
}

function pickAddress({ firstname, lastname, tel, zipcode, city, state, country }: ArchivedOrderRecord) {
  return { firstname, lastname, tel, zipcode, city, state, country }
}

/** Returns the currency symbols of the file, or else the symbols of the shop, or else the currency code. */
function pickSymbols(
  { symbol_left, symbol_right, currency: code }: ArchivedOrderRecord,
  currency: Currency | undefined,
) {
  if (symbol_left !== undefined || symbol_right !== undefined) {
    return { symbolLeft: symbol_left ?? '', symbolRight: symbol_right ?? '' }
  }
  return { symbolLeft: currency?.symbolLeft ?? '', symbolRight: currency ? currency.symbolRight : ` ${code}` }
}

/**
 * Converts '149.5' with 2 decimals to 14950. The conversion works on digits, because floating-point multiplication
 * would round the amount.
 */
function toMinorUnits(value: string, decimals: number): number | null {
  const [, whole, part = ''] = /^(\d{1,12})(?:\.(\d+))?$/.exec(value.trim()) ?? []
  if (whole === undefined) return null
  // Digits beyond the currency's decimals must be zeros.
  if (/[1-9]/.test(part.slice(decimals))) return null
  return Number(whole + part.slice(0, decimals).padEnd(decimals, '0'))
}

function readTime(value: string | number): Date | null {
  const isEpoch = typeof value === 'number' || /^\d{1,11}$/.test(value.trim())
  const date = isEpoch
    ? new Date(Number(value) * 1000)
    : new Date(/[zZ]|[+-]\d\d:?\d\d$/.test(value) ? value : `${value.trim().replace(' ', 'T')}Z`)
  return Number.isNaN(date.getTime()) ? null : date
}
