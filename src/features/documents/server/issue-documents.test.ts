import { and, asc, eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listTimers } from '#app/jobs.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { refundTaxes } from '#features/payments/server/payments.tables.ts'
import { settleRefund, startRefund } from '#features/payments/server/refunds.service.ts'
import { saveSetting } from '#features/settings/server/save-settings.service.ts'
import { taxRates, taxRegistrations } from '#features/tax/server/tax.tables.ts'
import { newId } from '#server/database/ids.ts'
import { buy, buyAndPay, goods, pay, stockShop, testAddress } from '#testing/shops/stocked-shop.ts'
import { type Person, testShop } from '#testing/test-shop.ts'
import { type DocumentSnapshot, documentSnapshot } from '../document-snapshot.rules.ts'
import { documents, documentTasks } from './documents.tables.ts'
import { issueDocuments, issueDocumentsOf } from './issue-documents.service.ts'

const shop = testShop()
let ada: Person

beforeAll(async () => {
  const { db } = shop.shop
  await stockShop(db, shop.clock.now())
  const from = { validFrom: '2020-01-01' }
  await db.insert(taxRates).values([
    { id: newId(), country: 'DE', rate: 19_000, ...from },
    { id: newId(), country: 'FR', rate: 20_000, ...from },
    { id: newId(), country: 'JP', rate: 10_000, ...from },
  ])
  await db.insert(taxRegistrations).values([
    { id: newId(), scheme: 'domestic', country: 'DE', ...from },
    { id: newId(), scheme: 'oss', country: 'DE', ...from },
  ])
  ada = await shop.signedIn()
})
beforeEach(async () => {
  const { db } = shop.shop
  await saveSetting(db, 'seller_name', 'Nordufer Mode GmbH')
  await saveSetting(db, 'seller_address', 'Prinzessinnenstraße 20\n10969 Berlin')
  await saveSetting(db, 'seller_country', 'DE')
  await saveSetting(db, 'seller_vat_number', 'DE123456789')
  await saveSetting(db, 'tax_status', 'registered')
})

const inParis = { ...testAddress, address1: '12 rue Oberkampf', address2: '', city: 'Paris', state: '', country: 'FR' }
const toFrance = { currency: 'EUR', shippingMethod: 'express', address: { ...inParis, postcode: '75011' } }

async function readDocuments(orderId: string): Promise<DocumentSnapshot[]> {
  const rows = await shop.shop.db
    .select()
    .from(documents)
    .where(eq(documents.orderId, orderId))
    .orderBy(asc(documents.issuedAt), asc(documents.number))
  return rows
    .sort((a, b) => Number(a.kind === 'credit_note') - Number(b.kind === 'credit_note'))
    .map(({ snapshot }) => documentSnapshot.parse(snapshot))
}

async function refundLine(orderId: string, amount: number, reason = 'A torn cuff'): Promise<void> {
  const { db } = shop.shop
  const [line] = await db.select().from(orderLines).where(eq(orderLines.orderId, orderId))
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  const { id: refundId } = await db.transaction((tx) =>
    startRefund(tx, shop.clock, {
      ...{ kind: 'order', orderId, customerId: order?.customerId ?? null, amount, currency: order?.currency ?? '' },
    }),
  )
  await db.execute(sql`update refunds set reason = ${reason} where id = ${refundId}`)
  await db.transaction((tx) => settleRefund(tx, refundId, { status: 'succeeded', at: shop.clock.now() }))
  expect(line).toBeDefined()
}

describe('an invoice', () => {
  test('is issued for a paid order, with the tax of each line and of shipping', async () => {
    const order = await buyAndPay(shop.shop, ada, [goods.dress, goods.scarf, goods.scarf], toFrance)
    await issueDocuments(shop.shop)
    const [invoice] = await readDocuments(order.orderId)
    expect(invoice).toMatchObject({
      kind: 'invoice',
      series: '2026-',
      currency: { code: 'EUR' },
      seller: { name: 'Nordufer Mode GmbH', address_lines: ['Prinzessinnenstraße 20', '10969 Berlin'] },
      buyer: { name: 'Ada Lind', address_lines: ['12 rue Oberkampf', '75011 Paris'], country: 'FR', company: '' },
      lines: [
        { sku: 'SKU-101', quantity: 1, unit_price: 13_500, net: 11_250, tax: 2250, gross: 13_500, tax_rate: 20_000 },
        { sku: 'SKU-102', quantity: 2, unit_price: 5400, net: 9000, tax: 1800, gross: 10_800, tax_rate: 20_000 },
      ],
      shipping: [{ name: 'Shipping, Express', unit_price: 1350, net: 1125, tax: 225 }],
      taxes: [{ country: 'FR', rate: 20_000, net: 21_375, tax: 4275, gross: 25_650 }],
      totals: { items: 24_300, discount: 0, shipping: 1350, total: 25_650, paid: 25_650, remaining: 0 },
      tax: { name: 'vat', treatment: 'oss', display: 'included', rounding: 'line' },
      payment: { method: 'PayPal' },
      credit: null,
    })
    expect(invoice?.tax.notes).toEqual([
      'Reported in the EU One-Stop Shop (OSS) under DE123456789.',
      'VAT is rounded per line.',
    ])
    expect(invoice?.order.link).toMatch(new RegExp(`/account/order/${order.orderId}$`))
  })

  test('of an untaxed order has one row without tax', async () => {
    await saveSetting(shop.shop.db, 'tax_status', '')
    const order = await buyAndPay(shop.shop, ada, [goods.dress])
    await issueDocumentsOf(shop.shop, order.orderId)
    const [invoice] = await readDocuments(order.orderId)
    expect(invoice).toMatchObject({
      taxes: [{ country: 'US', rate: 0, net: 15_000, tax: 0, gross: 15_000 }],
      shipping: [],
      totals: { total: 15_000 },
      buyer: { address_lines: ['18 Ropewalk Lane', 'Apt 4', 'Portland, ME 04101'] },
      tax: { treatment: 'untaxed', notes: [] },
    })
  })

  test('of a guest contains no email address', async () => {
    const guest = { id: '', email: 'guest-of-paper@harbor.test' }
    const order = await buyAndPay(shop.shop, guest, [goods.dress])
    await issueDocumentsOf(shop.shop, order.orderId)
    const [invoice] = await readDocuments(order.orderId)
    expect(JSON.stringify(invoice)).not.toContain(guest.email)
    expect(invoice?.order.link).toMatch(/\/order-query$/)
  })

  test('waits until the name and the country of the seller are known', async () => {
    await saveSetting(shop.shop.db, 'seller_country', '')
    const order = await buyAndPay(shop.shop, ada, [goods.dress])
    await issueDocuments(shop.shop)
    await issueDocumentsOf(shop.shop, order.orderId)
    expect(await readDocuments(order.orderId)).toEqual([])
    await saveSetting(shop.shop.db, 'seller_country', 'DE')
    await issueDocuments(shop.shop)
    expect(await readDocuments(order.orderId)).toHaveLength(1)
  })

  test('is issued once, also by concurrent readers and timers', async () => {
    const order = await buyAndPay(shop.shop, ada, [goods.dress])
    await Promise.all([1, 2, 3, 4].map(() => issueDocumentsOf(shop.shop, order.orderId)))
    expect(await readDocuments(order.orderId)).toHaveLength(1)
  })

  test('is not issued with sums that do not agree', async () => {
    const order = await buyAndPay(shop.shop, ada, [goods.dress], toFrance)
    const { db } = shop.shop
    await db.execute(sql`update order_lines set tax_amount = tax_amount + 1 where order_id = ${order.orderId}`)
    await expect(issueDocumentsOf(shop.shop, order.orderId)).rejects.toThrow('The sums of a document do not agree')
    await db.execute(sql`update order_lines set tax_amount = tax_amount - 1 where order_id = ${order.orderId}`)
    await issueDocumentsOf(shop.shop, order.orderId)
    expect(await readDocuments(order.orderId)).toHaveLength(1)
  })

  test('never changes, and is never deleted', async () => {
    const order = await buyAndPay(shop.shop, ada, [goods.dress])
    await issueDocumentsOf(shop.shop, order.orderId)
    const { db } = shop.shop
    const isOfOrder = eq(documents.orderId, order.orderId)
    await expect(db.update(documents).set({ number: 'X' }).where(isOfOrder)).rejects.toMatchObject({
      cause: { message: 'documents is append-only' },
    })
    await expect(db.delete(documents).where(isOfOrder)).rejects.toThrow()
  })
})

describe('a credit note', () => {
  test('of a whole refund repeats the lines of the invoice and leaves nothing', async () => {
    const order = await buyAndPay(shop.shop, ada, [goods.dress, goods.scarf], toFrance)
    await refundLine(order.orderId, order.totalAmount)
    await issueDocumentsOf(shop.shop, order.orderId)
    const [invoice, note] = await readDocuments(order.orderId)
    expect(note).toMatchObject({
      kind: 'credit_note',
      series: 'C2026-',
      lines: [
        { sku: 'SKU-101', unit_price: -13_500, net: -11_250, tax: -2250, gross: -13_500 },
        { sku: 'SKU-102', unit_price: -5400, net: -4500, tax: -900, gross: -5400 },
      ],
      shipping: [{ unit_price: -1350, net: -1125, tax: -225, gross: -1350 }],
      totals: { total: -order.totalAmount, net: -16_875, tax: -3375 },
      credit: {
        invoice_number: invoice?.number,
        reason: 'A torn cuff',
        left: { net: 0, tax: 0, gross: 0 },
      },
    })
  })

  test('of an untaxed order has one row with the refunded amount', async () => {
    await saveSetting(shop.shop.db, 'tax_status', '')
    const order = await buyAndPay(shop.shop, ada, [goods.dress])
    await refundLine(order.orderId, 4000)
    await issueDocuments(shop.shop)
    // The credit note waited for the invoice.
    await issueDocuments(shop.shop)
    const [, note] = await readDocuments(order.orderId)
    expect(note).toMatchObject({
      lines: [{ name: 'Credit', tax_rate: 0, gross: -4000 }],
      credit: { left: { gross: 11_000 } },
    })
  })

  test('is not issued for an order without an invoice', async () => {
    const { db } = shop.shop
    const order = await buyAndPay(shop.shop, ada, [goods.dress])
    await db.delete(documentTasks).where(eq(documentTasks.orderId, order.orderId))
    await refundLine(order.orderId, 4000)
    await issueDocuments(shop.shop)
    expect(await readDocuments(order.orderId)).toEqual([])
    expect(await db.$count(documentTasks, eq(documentTasks.orderId, order.orderId))).toBe(0)
  })
})

test('numbers the documents of 50 payments and their refunds without gaps, with eight customers at a time', async () => {
  const { db } = shop.shop
  const guests = Array.from({ length: 50 }, (_, index) => ({ id: '', email: `buyer-${index}@harbor.test` }))
  const bought = []
  for (const guest of guests) bought.push(await buy(shop.shop, guest, [goods.scarf], toFrance))
  const waiting = [...bought.entries()]
  async function payNext(): Promise<void> {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [index, order] = next
      await pay(shop.shop, order)
      if (index % 2 === 0) await refundLine(order.orderId, order.totalAmount)
      if (index % 5 === 0) await issueDocumentsOf(shop.shop, order.orderId)
      if (index % 7 === 0) await issueDocuments(shop.shop)
    }
  }
  // 8: the number of connections in the pool of a test shop.
  await Promise.all(Array.from({ length: 8 }, payNext))
  await Promise.all([1, 2, 3].map(() => issueDocuments(shop.shop)))
  // A credit note may have waited for its invoice in the last round.
  await issueDocuments(shop.shop)
  for (const series of ['2026-', 'C2026-']) {
    const rows = await db.select().from(documents).where(eq(documents.series, series)).orderBy(asc(documents.number))
    expect(rows.map(({ number }) => number)).toEqual(
      rows.map((_, index) => `${series}${String(index + 1).padStart(6, '0')}`),
    )
  }
  const ids = bought.map(({ orderId }) => orderId)
  const count = (kind: 'invoice' | 'credit_note') =>
    db.$count(documents, and(eq(documents.kind, kind), sql`${documents.orderId} = any(${sql.param(ids)})`))
  expect([await count('invoice'), await count('credit_note')]).toEqual([50, 25])
  expect(await db.$count(documentTasks)).toBe(0)
  expect(await db.$count(refundTaxes)).toBeGreaterThan(0)
})

test('runs every 2 seconds as a timer', () => {
  expect(listTimers(shop.shop).find(({ name }) => name === 'issueDocuments')).toMatchObject({ everyMs: 2000 })
})
