import { asc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { orders } from '#features/orders/server/orders.tables.ts'
import { listRefunds, refundOrder, settleRefund } from '#features/payments/payments.staff.contract.ts'
import { refunds, refundTaxes } from '#features/payments/server/payments.tables.ts'
import { saveSetting } from '#features/settings/server/save-settings.service.ts'
import { taxRates, taxRegistrations } from '#features/tax/server/tax.tables.ts'
import { newId } from '#server/database/ids.ts'
import { requestReturnOf, shopWithReasons } from '#testing/shops/returned-goods.ts'
import { goods, testAddress } from '#testing/shops/stocked-shop.ts'
import { testStaff } from '#testing/staff.ts'
import * as commands from '../return-commands.staff.contract.ts'
import { getReturn } from '../returns.staff.contract.ts'

const shop = shopWithReasons()
const staff = testStaff(shop)

beforeEach(async () => {
  const { db } = shop.shop
  await saveSetting(db, 'seller_country', 'DE')
  await saveSetting(db, 'tax_status', 'registered')
  await db.insert(taxRates).values({ id: newId(), country: 'DE', rate: 19_000, validFrom: '2020-01-01' })
  await db.insert(taxRegistrations).values({ id: newId(), scheme: 'domestic', country: 'DE', validFrom: '2020-01-01' })
})

test('refunds the tax of returned items less deductions, of shipping costs, and of the rest of the order', async () => {
  const { db } = shop.shop
  const ada = await shop.signedIn()
  const tess = await staff.member('manager')
  const address = { ...testAddress, country: 'DE', state: 'Berlin', postcode: '10115' }
  const made = await requestReturnOf(shop.shop, ada, [goods.dress, goods.shoe], { shippingMethod: 'express', address })
  const { data } = await tess.call(getReturn, { no: made.returnId })
  const no = data.number
  const ids = data.items.map(({ id }) => id)
  const items = ids.map((id) => ({ id, decision: 'approve' as const }))
  await tess.call(commands.decideReturn, { no, items })
  await tess.call(commands.receiveReturn, { no, items: ids.map((id) => ({ id, condition: 'damaged' as const })) })
  const deduction = { amount: 1001, reason: 'Both were damaged' }
  await tess.call(commands.refundReturn, { no, postage: true, deduction })
  const settle = async () => {
    const { data: page } = await tess.call(listRefunds, { q: made.orderNo, status: 'pending' })
    for (const { id } of page.data) await tess.call(settleRefund, { id, reference: `bank ${id}` })
  }
  await settle()
  const [order] = await db.select().from(orders).where(eq(orders.orderNo, made.orderNo))
  const readRows = async () =>
    (
      await db
        .select({ row: refundTaxes })
        .from(refundTaxes)
        .innerJoin(refunds, eq(refunds.id, refundTaxes.refundId))
        .where(eq(refunds.orderId, order?.id ?? ''))
        .orderBy(asc(refundTaxes.grossAmount))
    ).map(({ row }) => row)
  const sum = (rows: { taxAmount: number; grossAmount: number }[]) => [
    rows.reduce((all, { grossAmount }) => all + grossAmount, 0),
    rows.reduce((all, { taxAmount }) => all + taxAmount, 0),
  ]
  const rows = await readRows()
  expect(rows.filter(({ orderLineId }) => orderLineId === null)).toMatchObject([{ grossAmount: 1500, taxAmount: 239 }])
  expect(rows.filter(({ orderLineId }) => orderLineId !== null)).toHaveLength(2)
  expect(sum(rows)[0]).toBe(24_999)
  // A later refund of the deductions leaves no tax.
  const lines = rows.flatMap(({ orderLineId }) => (orderLineId ? [{ id: orderLineId }] : []))
  await tess.call(refundOrder, { no: made.orderNo, lines, reason: 'Goodwill' })
  await settle()
  expect(sum(await readRows())).toEqual([order?.totalAmount, order?.taxAmount])
})
