import { beforeAll, beforeEach, expect, test } from 'vitest'
import { runStaffJobs } from '#app/staff/staff-jobs.ts'
import { StaffProblem } from '#contract/calls/staff-call.ts'
import { packOrder } from '#features/orders/order-commands.staff.contract.ts'
import { shipOrders } from '#features/orders/order-jobs.staff.contract.ts'
import { countOrders, getOrder, listOrders } from '#features/orders/orders.staff.contract.ts'
import { previewRefund, refundOrder } from '#features/payments/payments.staff.contract.ts'
import { getJob } from '#features/staff/jobs.staff.contract.ts'
import { buy, buyAndShip, goods, pay, stockShop } from '#testing/shops/stocked-shop.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import { type Person, testShop } from '#testing/test-shop.ts'

const shop = testShop()
const staff = testStaff(shop)
let ada: Person
let tess: StaffPerson

beforeAll(() => stockShop(shop.shop.db, shop.clock.now()))
beforeEach(async () => {
  ada = await shop.signedIn()
  tess = await staff.member('owner', 'Tess Berg')
})

async function packedOrder() {
  const order = await buy(shop.shop, ada, [goods.scarf])
  await pay(shop.shop, order)
  await tess.call(packOrder, { no: order.orderNo })
  return order.orderNo
}
const parcel = (tracking_number: string) => [{ carrier: 'DHL', tracking_number }]

test('ships many orders, each with a separate number, and continues after a refusal', async () => {
  const [one, other] = [await packedOrder(), await packedOrder()]
  const unpacked = await buy(shop.shop, ada, [goods.scarf])
  const { data: job } = await tess.call(shipOrders, {
    orders: [
      { number: one, parcels: parcel('AA1') },
      { number: unpacked.orderNo, parcels: parcel('AA2') },
      { number: other.toLowerCase(), parcels: parcel('AA3') },
    ],
  })
  await runStaffJobs(shop.shop)
  const { data: done } = await tess.call(getJob, { id: job.id })
  expect(done).toMatchObject({ state: 'done', total: 3, done: 3 })
  expect(done.refused.map(({ number, code }) => [number, code])).toEqual([[unpacked.orderNo, 'order_moved_on']])
  for (const [number, tracking] of [
    [one, 'AA1'],
    [other, 'AA3'],
  ] as const) {
    const { data: order } = await tess.call(getOrder, { no: number })
    expect(order.status).toBe('shipped')
    expect(order.parcels.map((each) => each.tracking_number)).toEqual([tracking])
  }
})

test('counts orders by status, and shows destination and items on each row', async () => {
  const before = (await tess.call(countOrders, {})).data.counts
  const number = await packedOrder()
  const after = (await tess.call(countOrders, {})).data.counts
  expect(after.packed).toBe((before.packed ?? 0) + 1)
  expect(after.cancelled).toBe(before.cancelled)
  const [row] = (await tess.call(listOrders, { q: number })).data.data
  const { data: order } = await tess.call(getOrder, { no: number })
  expect(row).toMatchObject({ city: order.address?.city, shipping_method: order.shipping_method })
  expect(row?.images).toEqual(order.lines.map(({ image }) => image))
})

test('previews exactly the refund that follows', async () => {
  const { orderNo: no } = await buyAndShip(shop.shop, ada, [goods.dress, goods.scarf])
  const { data: order } = await tess.call(getOrder, { no })
  const [dress, scarf] = order.lines
  const lines = `${dress?.id}:1000,${scarf?.id}`
  const { data: before } = await tess.call(previewRefund, { no, lines, shipping: 'true' })
  expect(before.lines.map(({ amount }) => amount.amount)).toEqual([1000, scarf?.paid.amount])
  const { data: refunded } = await tess.call(refundOrder, {
    no,
    lines: [{ id: dress?.id ?? '', amount: 1000 }, { id: scarf?.id ?? '' }],
    shipping: true,
    reason: 'Torn seam',
  })
  const [refund] = refunded.refunds
  expect(refund?.amount).toEqual(before.amount)
  expect(refund?.lines).toHaveLength(2)
  expect(refund?.lines).toEqual(expect.arrayContaining(before.lines))
  expect(refund?.shipping).toEqual(before.shipping)
  const { data: after } = await tess.call(previewRefund, { no })
  expect(after.amount.amount).toBe(0)
  expect(after.left.find(({ line_id }) => line_id === scarf?.id)?.amount.amount).toBe(0)
  const left = (dress?.paid.amount ?? 0) - 1000
  expect(after.left.find(({ line_id }) => line_id === dress?.id)?.amount.amount).toBe(left)
  const tooMuch = tess.call(previewRefund, { no, lines: `${dress?.id}:${left + 1}` })
  await expect(tooMuch).rejects.toThrow(StaffProblem)
})
