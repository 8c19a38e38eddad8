import { eq, isNotNull, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { staffApiRoot } from '#contract/calls/staff-call.ts'
import { orders, orderTaxes } from '#features/orders/server/orders.tables.ts'
import { refunds, refundTaxes } from '#features/payments/server/payments.tables.ts'
import { saveSetting } from '#features/settings/server/save-settings.service.ts'
import { newId } from '#server/database/ids.ts'
import { shopWithReasons } from '#testing/shops/returned-goods.ts'
import { buyAndPay, goods } from '#testing/shops/stocked-shop.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import { getTaxReport, getTaxReportCsv } from '../tax-report.staff.contract.ts'

const shop = shopWithReasons()
const staff = testStaff(shop)
let owner: StaffPerson

beforeAll(async () => {
  owner = await staff.member('owner')
})

type TaxPart = { country: string; rate: number; net: number; tax: number }
type Treatment = 'domestic' | 'oss' | 'destination'

/** Pays an order and replaces its tax rows. */
async function sell(treatment: Treatment, parts: TaxPart[], paidAt?: string): Promise<string> {
  const { db } = shop.shop
  const { orderNo } = await buyAndPay(shop.shop, await shop.signedIn(), [goods.dress])
  const [order] = await db.select().from(orders).where(eq(orders.orderNo, orderNo))
  const orderId = order?.id ?? ''
  await db
    .update(orders)
    .set({ taxTreatment: treatment, ...(paidAt && { paidAt: new Date(paidAt), createdAt: new Date(paidAt) }) })
    .where(eq(orders.id, orderId))
  await db.delete(orderTaxes).where(eq(orderTaxes.orderId, orderId))
  await db.insert(orderTaxes).values(
    parts.map(({ country, rate, net, tax }, position) => ({
      ...{ orderId, position, kind: 'items' as const, country, name: 'VAT', rate },
      ...{ netAmount: net, taxAmount: tax, grossAmount: net + tax },
    })),
  )
  return orderId
}

async function refund(orderId: string, { country, rate, net, tax }: TaxPart, status: 'succeeded' | 'pending') {
  const { db, clock } = shop.shop
  const payment = sql<string>`(select id from payments where order_id = ${orderId} limit 1)`
  const id = newId()
  const settledAt = status === 'succeeded' ? clock.now() : null
  await db.insert(refunds).values({
    ...{ id, kind: 'part', orderId, paymentId: payment, currency: 'USD', amount: net + tax, status },
    ...{ createdAt: clock.now(), settledAt },
  })
  await db
    .insert(refundTaxes)
    .values({ refundId: id, position: 0, country, rate, netAmount: net, taxAmount: tax, grossAmount: net + tax })
}

const today = () => shop.clock.now().toISOString().slice(0, 10)
const usd = (amount: number) => ({ amount, currency: 'USD' })

describe('the tax report', () => {
  test('adds up sales and settled refunds by country and rate, and equals the sums of the orders', async () => {
    const first = await sell('oss', [
      { country: 'FR', rate: 20_000, net: 10_000, tax: 2000 },
      { country: 'FR', rate: 5500, net: 2845, tax: 155 },
    ])
    await sell('oss', [{ country: 'FR', rate: 20_000, net: 12_500, tax: 2500 }])
    await sell('domestic', [{ country: 'DE', rate: 19_000, net: 12_605, tax: 2395 }])
    await refund(first, { country: 'FR', rate: 20_000, net: 5000, tax: 1000 }, 'succeeded')
    await refund(first, { country: 'FR', rate: 20_000, net: 1000, tax: 200 }, 'pending')
    const period = { from: today(), to: today() }
    const { data } = await owner.call(getTaxReport, { ...period, return: 'oss' })
    expect(data.rows).toEqual([
      {
        ...{ country: 'FR', region: '', rate: 20_000, name: 'VAT', orders: 2 },
        ...{ sales_net: usd(22_500), refunds_net: usd(5000), taxable: usd(17_500), tax: usd(3500) },
      },
      {
        ...{ country: 'FR', region: '', rate: 5500, name: 'VAT', orders: 1 },
        ...{ sales_net: usd(2845), refunds_net: usd(0), taxable: usd(2845), tax: usd(155) },
      },
    ])
    expect(data.totals).toEqual([
      { orders: 2, sales_net: usd(25_345), refunds_net: usd(5000), taxable: usd(20_345), tax: usd(3655) },
    ])
    const all = (await owner.call(getTaxReport, period)).data
    const [sums] = await shop.shop.db
      .select({ net: sql<number>`sum(net_amount)::int` })
      .from(orderTaxes)
      .innerJoin(orders, eq(orders.id, orderTaxes.orderId))
      .where(isNotNull(orders.paidAt))
    expect(all.totals[0]).toMatchObject({ orders: 3, sales_net: usd(sums?.net ?? 0) })
    const file = await owner.fetch(`${staffApiRoot}${getTaxReportCsv.path}?from=${today()}&to=${today()}&return=oss`)
    expect((await file.text()).split('\n').slice(0, 2)).toEqual([
      'from,to,return,country,region,tax,rate_percent,currency,orders,sales_net,refunds_net,taxable,tax_amount',
      `${today()},${today()},oss,FR,,VAT,20,USD,2,225.00,50.00,175.00,35.00`,
    ])
  })

  test('counts a sale on the day of payment in the time zone of the shop', async () => {
    await saveSetting(shop.shop.db, 'time_zone', 'Asia/Tokyo')
    // 15:30 in UTC is after midnight in Tokyo.
    await sell('destination', [{ country: 'JP', rate: 10_000, net: 1000, tax: 100 }], '2026-03-31T15:30:00Z')
    const countOf = async (day: string) =>
      (await owner.call(getTaxReport, { from: day, to: day, return: 'destination' })).data.totals[0]?.orders ?? 0
    expect([await countOf('2026-03-31'), await countOf('2026-04-01')]).toEqual([0, 1])
    await saveSetting(shop.shop.db, 'time_zone', 'UTC')
  })

  test('is empty without orders', async () => {
    const { data } = await owner.call(getTaxReport, { from: '2020-01-01', to: '2020-03-31' })
    expect([data.rows, data.totals]).toEqual([[], []])
  })
})
