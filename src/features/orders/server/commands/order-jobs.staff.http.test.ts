import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { runStaffJobs } from '#app/staff/staff-jobs.ts'
import { tagOrder } from '#features/orders/order-commands.staff.contract.ts'
import { changeOrders, tagOrders } from '#features/orders/order-jobs.staff.contract.ts'
import { getOrder } from '#features/orders/orders.staff.contract.ts'
import { maxOwnTags } from '#features/orders/orders.staff.rules.ts'
import { listAudit } from '#features/staff/audit.staff.contract.ts'
import { getJob } from '#features/staff/jobs.staff.contract.ts'
import { staffMembers } from '#features/staff/server/staff.tables.ts'
import { buy, buyAndPay, goods, stockShop } from '#testing/shops/stocked-shop.ts'
import { problemOf, type StaffPerson, testStaff } from '#testing/staff.ts'
import { type Person, testShop } from '#testing/test-shop.ts'

const shop = testShop()
const staff = testStaff(shop)
let ada: Person
let tess: StaffPerson

beforeAll(() => stockShop(shop.shop.db, shop.clock.now()))
beforeEach(async () => {
  ada = await shop.signedIn()
  tess = await staff.member('manager', 'Tess Berg')
})

const paidOrder = (skuIds: number[] = [goods.dress], more = {}) => buyAndPay(shop.shop, ada, skuIds, more)

test('makes the call for each order as the staff member who started the job, and reports refusals', async () => {
  const good = [await paidOrder(), await paidOrder()]
  const unpaid = await buy(shop.shop, ada, [goods.scarf])
  const numbers = [...good, unpaid].map(({ orderNo }) => orderNo)
  const { data: job } = await tess.call(changeOrders, { command: 'prepare', numbers: [...numbers, numbers[0] ?? ''] })
  expect(job).toMatchObject({ state: 'waiting', total: 3, done: 0, started_by: 'Tess Berg' })
  await runStaffJobs(shop.shop)
  const { data: done } = await tess.call(getJob, { id: job.id })
  expect(done).toMatchObject({
    state: 'done',
    done: 3,
    refused: [{ number: unpaid.orderNo, code: 'order_moved_on' }],
  })
  const { data: order } = await tess.call(getOrder, { no: good[0]?.orderNo ?? '' })
  expect(order).toMatchObject({ status: 'preparing' })
  expect(order.events.at(-1)?.actor.name).toBe('Tess Berg')
  const { data: log } = await (await staff.member()).call(listAudit, { about: `orders/${numbers[1]}` })
  expect(log.data).toMatchObject([{ call: 'POST /orders/:no/prepare', actor: { name: 'Tess Berg' } }])
  // Only the staff member who started a job can read it.
  expect(await problemOf((await staff.member('manager')).call(getJob, { id: job.id }))).toBe('not_found')
  expect(await problemOf(tess.call(changeOrders, { command: 'hold', numbers }))).toBe('invalid_input')
})

test('stops a job when its staff member is deactivated', async () => {
  const { orderNo } = await paidOrder()
  const { data: job } = await tess.call(changeOrders, { command: 'prepare', numbers: [orderNo] })
  await shop.shop.db.update(staffMembers).set({ disabledAt: shop.clock.now() }).where(eq(staffMembers.id, tess.id))
  await runStaffJobs(shop.shop)
  const owner = await staff.member()
  expect((await owner.call(getJob, { id: job.id })).data.refused).toMatchObject([{ code: 'not_allowed' }])
  expect((await owner.call(getOrder, { no: orderNo })).data.status).toBe('paid')
})

test('tags many orders at once, and names an order that has reached its tag limit', async () => {
  const [one, other] = [await paidOrder(), await paidOrder()]
  const full = Array.from({ length: maxOwnTags }, (_, at) => `full ${at}`)
  await tess.call(tagOrder, { no: other.orderNo, add: full })
  const numbers = [one.orderNo, other.orderNo]
  const { data: job } = await tess.call(tagOrders, { numbers, add: ['Press'] })
  await runStaffJobs(shop.shop)
  const { data: done } = await tess.call(getJob, { id: job.id })
  expect(done).toMatchObject({ state: 'done', refused: [{ number: other.orderNo, code: 'too_many_there' }] })
  expect((await tess.call(getOrder, { no: one.orderNo })).data.own_tags).toEqual(['Press'])
  expect((await tess.call(getOrder, { no: other.orderNo })).data.own_tags).toHaveLength(maxOwnTags)
})
