import { inArray } from 'drizzle-orm'
import { normalizeOrderNo } from '#features/orders/orders.rules.ts'
import {
  ArchivedOrderRecord,
  findArchivedOrders,
  getArchivedOrderKey,
  insertArchivedOrders,
  listOrderProblems,
  removeArchivedOrders,
} from '#features/orders/server/lookup/import-orders.service.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { findCountryInAnyLanguage } from '#features/settings/server/country-names.service.ts'
import { currencies } from '#features/settings/server/settings.tables.ts'
import type { Database } from '#server/database/database.ts'
import { describeUnknownCountry, firstCell } from '../files/cells.ts'
import type { Cells, ImportKind, Problem } from './import-kind.ts'

/**
 * Orders of an earlier shop. Shoppers find such orders by email address and number. Imported orders cannot be changed.
 */
export const orderImport: ImportKind<ArchivedOrderRecord, ArchivedOrderRecord> = {
  schema: ArchivedOrderRecord,
  groupOf: (cells, format) =>
    format === 'shopify' ? (cells.name ?? '') : getArchivedOrderKey(cells.email ?? '', cells.order_no ?? ''),
  fromLines: (lines, format) => (format === 'shopify' ? fromShopify(lines) : fromHarborCsv(lines)),
  keyOf: ({ email, order_no }) => getArchivedOrderKey(email, order_no),
  nameOf: (cells) => cells.order_no ?? cells.name,
  async read(db, records) {
    const known = await findKnown(db, records)
    const there = records.filter((one) => known.has(getArchivedOrderKey(one.email, one.order_no)))
    return new Map(there.map((one) => [getArchivedOrderKey(one.email, one.order_no), one]))
  },
  async check(db, records) {
    const known = new Map((await db.select().from(currencies)).map((one) => [one.code, one]))
    const there = await findKnown(db, records)
    const found = new Map<string, Problem>()
    for (const one of records) {
      // An existing order is skipped, so errors in its lines do no harm.
      if (there.has(getArchivedOrderKey(one.email, one.order_no))) continue
      const problems = listOrderProblems(one, known)
      const isCountryKnown = one.country === '' || (await findCountryInAnyLanguage(one.country)) !== null
      if (!isCountryKnown) problems.push(describeUnknownCountry(one.country))
      if (problems.length > 0) found.set(getArchivedOrderKey(one.email, one.order_no), { problem: problems.join('; ') })
    }
    return found
  },
  merge: (given) => ({ whole: given }),
  compared: () => ({}),
  write: (shop, rows) =>
    insertArchivedOrders(
      shop,
      rows.map(({ whole }) => whole),
    ),
  undo: ({ db }, rows) =>
    removeArchivedOrders(
      db,
      rows.map(({ whole }) => whole),
    ),
  version: () => null,
}

/** Returns the orders that the shop already has, imported or placed here. */
async function findKnown(db: Database, records: ArchivedOrderRecord[]): Promise<Set<string>> {
  const archived = await findArchivedOrders(db, records)
  const own = await db
    .select({ email: orders.email, orderNo: orders.orderNo })
    .from(orders)
    .where(
      inArray(
        orders.orderNo,
        records.map(({ order_no }) => normalizeOrderNo(order_no)),
      ),
    )
  return new Set([...archived, ...own.map(({ email, orderNo }) => getArchivedOrderKey(email, orderNo))])
}

/** Parses one line per item. All columns other than the item columns are read only in the first line. */
function fromHarborCsv(lines: Cells[]) {
  const [first = {}] = lines
  const items = lines.map((cells) => {
    const named = Object.entries(cells).filter(([name]) => name.startsWith('item_'))
    return Object.fromEntries(named.map(([name, value]) => [name.slice('item_'.length), value]))
  })
  return { ...first, items }
}

const maxOrderLines = 200

/** Parses the export of orders by Shopify, which has one line per item and the totals on the first line. */
function fromShopify(lines: Cells[]) {
  const [first = {}] = lines
  const [firstname = '', ...lastnames] = (firstCell(first, 'shipping name', 'billing name') ?? '').split(' ')
  const place = (name: string) => firstCell(first, `shipping ${name}`, `billing ${name}`) ?? ''
  const items = lines.flatMap((cells) => {
    const [name = '', ...details] = (cells['lineitem name'] ?? '').split(' - ')
    if (!name) return []
    const item = {
      sku_name_en: name,
      sku_attr_en: details.join(' - '),
      price: cells['lineitem price'] ?? '0',
      status: cells['lineitem fulfillment status'] ?? '',
    }
    return Array.from({ length: Math.min(maxOrderLines, Number(cells['lineitem quantity'] ?? 1) || 1) }, () => item)
  })
  return {
    order_no: normalizeOrderNo(first.name ?? ''),
    email: first.email,
    firstname,
    lastname: lastnames.join(' '),
    tel: place('phone').replace(/^'/, ''),
    zipcode: place('zip').replace(/^'/, ''),
    city: place('city'),
    state: place('province'),
    country: place('country'),
    shipping_method: first['shipping method'],
    currency: first.currency,
    sku_price: first.subtotal ?? '0',
    discount_price: first['discount amount'] ?? '0',
    shipping: first.shipping ?? '0',
    total: first.total ?? '0',
    pay_confirm_time: toIsoTime(firstCell(first, 'paid at', 'created at') ?? ''),
    items: items.slice(0, maxOrderLines),
  }
}

/** Converts a time such as `2023-11-14 22:13:20 -0500` to ISO format. The input has a space before the time zone. */
function toIsoTime(text: string): string {
  return text.trim().replace(/^(\S+) (\S+) ([+-]\d{2}):?(\d{2})$/, '$1T$2$3:$4')
}

/** Returns whether the columns are from a Shopify export. */
export function isShopifyOrders(columns: string[]): boolean {
  return columns.includes('lineitem name') && columns.includes('financial status')
}
