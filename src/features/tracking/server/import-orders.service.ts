import * as z from 'zod/mini'
import { findEmailProblem } from '#contract/fields.ts'
import { normalizeOrderNo } from '#features/orders/orders.rules.ts'
import { currencies } from '#features/settings/server/settings.tables.ts'
import type { Database } from '#server/database.ts'
import { newId } from '#server/ids.ts'
import type { Shop } from '#server/shop.ts'
import { trackingOrderNoMaxLength } from '../tracking.rules.ts'
import { parseCsv } from './csv.ts'
import { archivedOrderItems, archivedOrders } from './tracking.tables.ts'

export type ImportFormat = 'csv' | 'json'
export type ImportOutcome = {
  imported: number
  /** Orders that an earlier import already brought. */
  known: number
  /** What is wrong and where. With any problem nothing at all is imported. */
  problems: string[]
}

const text = z._default(z.string().check(z.trim(), z.maxLength(500)), '')
const money = z.union([z.string(), z.number()])
const optionalMoney = z._default(money, '0')

// Pictures come from this site alone; the page policy would block any other.
const picture = z._default(z.string().check(z.regex(/^(?:\/(?!\/)\S*)?$/, 'is no path of this site')), '')

const Item = z.object({
  image: picture,
  sku_name_en: z.string('a name is missing').check(z.trim(), z.minLength(1, 'a name is missing'), z.maxLength(500)),
  sku_attr_en: text,
  price: money,
  status: text,
})

const Order = z.object({
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
    .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{3}$/, 'is not a code of three letters')),
  symbol_left: z.optional(z.string().check(z.maxLength(10))),
  symbol_right: z.optional(z.string().check(z.maxLength(10))),
  sku_price: money,
  discount_price: optionalMoney,
  shipping: optionalMoney,
  total: money,
  pay_confirm_time: z.union([z.string(), z.number()]),
  items: z.array(Item).check(z.minLength(1, 'has no items')),
})
type OrderText = z.output<typeof Order>

type Currency = { code: string; symbolLeft: string; symbolRight: string; decimals: number }
type Found = { where: string; value: unknown }
type Row = { order: typeof archivedOrders.$inferInsert; items: (typeof archivedOrderItems.$inferInsert)[] }

/** Brings in orders of the shop's earlier life: all of a file, or nothing and a list of what is wrong with it. */
export async function importArchivedOrders(shop: Shop, source: string, format: ImportFormat): Promise<ImportOutcome> {
  const problems: string[] = []
  const found = format === 'csv' ? readCsvOrders(source, problems) : readJsonOrders(source, problems)
  const known = new Map((await shop.db.select().from(currencies)).map((one) => [one.code, one]))
  const rows = found.flatMap((one) => toRow(one, known, shop.clock.now(), problems) ?? [])
  const seen = new Set<string>()
  for (const { order } of rows) {
    const key = `${order.email} ${order.orderNo}`
    if (seen.has(key)) problems.push(`order ${order.orderNo} of ${order.email} is in the file twice`)
    seen.add(key)
  }
  if (problems.length > 0) return { imported: 0, known: 0, problems }
  return shop.db.transaction(async (tx) => {
    let imported = 0
    for (let at = 0; at < rows.length; at += 500) imported += await insertRows(tx, rows.slice(at, at + 500))
    return { imported, known: rows.length - imported, problems }
  })
}

async function insertRows(tx: Database, rows: Row[]): Promise<number> {
  const made = await tx
    .insert(archivedOrders)
    .values(rows.map(({ order }) => order))
    .onConflictDoNothing()
    .returning({ id: archivedOrders.id })
  const isNew = new Set(made.map(({ id }) => id))
  const items = rows.flatMap((row) => (isNew.has(row.order.id) ? row.items : []))
  for (let at = 0; at < items.length; at += 1000) await tx.insert(archivedOrderItems).values(items.slice(at, at + 1000))
  return made.length
}

function readJsonOrders(source: string, problems: string[]): Found[] {
  try {
    const orders: unknown = JSON.parse(source)
    if (Array.isArray(orders)) return orders.map((value, index) => ({ where: `order ${index + 1}`, value }))
    problems.push('the file holds no list of orders')
  } catch (error) {
    problems.push(`the file is no JSON: ${error instanceof Error ? error.message : error}`)
  }
  return []
}

/** One line an item; lines of the same address and number are one order, whose other columns count on its first line. */
function readCsvOrders(source: string, problems: string[]): Found[] {
  const { lines, problem } = parseCsv(source)
  if (problem) {
    problems.push(problem)
    return []
  }
  const orders = new Map<string, { where: string; value: Record<string, unknown> & { items: unknown[] } }>()
  for (const { line, cells } of lines) {
    const key = `${cells.email?.trim().toLowerCase()} ${normalizeOrderNo(cells.order_no ?? '')}`
    const filled = Object.fromEntries(Object.entries(cells).filter(([, value]) => value !== ''))
    const item: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(filled)) {
      if (name.startsWith('item_')) item[name.slice('item_'.length)] = value
    }
    const order = orders.get(key) ?? { where: `line ${line}`, value: { ...filled, items: [] } }
    order.value.items.push(item)
    orders.set(key, order)
  }
  return [...orders.values()]
}

function toRow(found: Found, known: Map<string, Currency>, importedAt: Date, problems: string[]): Row | null {
  const parsed = Order.safeParse(found.value)
  if (!parsed.success) {
    for (const issue of parsed.error.issues) problems.push(`${found.where}: ${issue.path.join('.')} ${issue.message}`)
    return null
  }
  const given = parsed.data
  const before = problems.length
  const tell = (what: string) => problems.push(`${found.where}: ${what}`)
  const orderNo = normalizeOrderNo(given.order_no)
  if (orderNo.length > trackingOrderNoMaxLength) {
    tell(`order_no has more than ${trackingOrderNoMaxLength} characters and could never be looked up`)
  }
  if (findEmailProblem(given.email)) tell('email is no address the lookup form would take')
  const currency = known.get(given.currency)
  const decimals = currency?.decimals ?? 2
  const amount = (name: string, value: string | number): number => {
    const minor = toMinorUnits(String(value), decimals)
    if (minor === null) tell(`${name} "${value}" is no amount in ${given.currency}`)
    return minor ?? 0
  }
  const payConfirmedAt = readTime(given.pay_confirm_time)
  if (!payConfirmedAt) tell(`pay_confirm_time "${given.pay_confirm_time}" is neither epoch seconds nor a date`)
  const id = newId()
  const order = {
    ...pickAddress(given),
    id,
    orderNo,
    email: given.email,
    shippingMethod: given.shipping_method,
    currency: given.currency,
    ...pickSymbols(given, currency),
    decimals,
    skuPriceAmount: amount('sku_price', given.sku_price),
    discountAmount: amount('discount_price', given.discount_price),
    shippingAmount: amount('shipping', given.shipping),
    totalAmount: amount('total', given.total),
    payConfirmedAt: payConfirmedAt ?? importedAt,
    importedAt,
  }
  const items = given.items.map((item, position) => ({
    archivedOrderId: id,
    position,
    image: item.image,
    skuNameEn: item.sku_name_en,
    skuAttrEn: item.sku_attr_en,
    priceAmount: amount(`items.${position}.price`, item.price),
    status: item.status,
  }))
  return problems.length > before ? null : { order, items }
}

function pickAddress({ firstname, lastname, tel, zipcode, city, state, country }: OrderText) {
  return { firstname, lastname, tel, zipcode, city, state, country }
}

/** What the file says; else what the shop knows; else the code behind the number. */
function pickSymbols({ symbol_left, symbol_right, currency: code }: OrderText, currency: Currency | undefined) {
  if (symbol_left !== undefined || symbol_right !== undefined) {
    return { symbolLeft: symbol_left ?? '', symbolRight: symbol_right ?? '' }
  }
  return { symbolLeft: currency?.symbolLeft ?? '', symbolRight: currency ? currency.symbolRight : ` ${code}` }
}

/** '149.5' with 2 decimals is 14950. Done on digits, because multiplying money rounds it. */
function toMinorUnits(value: string, decimals: number): number | null {
  const [, whole, part = ''] = /^(\d{1,12})(?:\.(\d+))?$/.exec(value.trim()) ?? []
  if (whole === undefined) return null
  // More digits than the money has may only be zeros.
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
