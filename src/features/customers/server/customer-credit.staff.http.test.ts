import { beforeAll, beforeEach, expect, test } from 'vitest'
import { listCredit } from '#features/credit/credit.contract.ts'
import { stockShop } from '#testing/shops/stocked-shop.ts'
import { problemOf, type StaffPerson, testStaff } from '#testing/staff.ts'
import { type Person, testShop } from '#testing/test-shop.ts'
import { changeCustomerCredit, getCustomer } from '../customers.staff.contract.ts'
import { exportCustomer } from './customers.staff.service.ts'

const shop = testShop()
const staff = testStaff(shop)
let ada: Person
let tess: StaffPerson

beforeAll(() => stockShop(shop.shop.db, shop.clock.now()))
beforeEach(async () => {
  ada = await shop.signedIn()
  tess = await staff.member('manager', 'Tess Berg')
})

const change = (amount: number, by = tess) =>
  by.call(changeCustomerCredit, { id: ada.id, amount, reason: amount > 0 ? 'late' : 'correction' })

test('adds and removes credit with a reason, never removes more than the balance, and includes credit in the export', async () => {
  await change(2400)
  const { data } = await change(-400)
  expect(data.credit.balance).toEqual({ amount: 2000, currency: 'USD' })
  expect(data.credit.entries).toMatchObject([
    { kind: 'by_hand', amount: { amount: -400 }, reason: 'correction', by: 'Tess Berg' },
    { kind: 'by_hand', amount: { amount: 2400 }, reason: 'late', by: 'Tess Berg' },
  ])
  expect(await problemOf(change(-2001))).toBe('credit_too_little')
  expect(await problemOf(change(0))).toBe('invalid_input')
  const { body } = await exportCustomer(shop.shop, ada.id)
  expect(JSON.parse(String(body)).data.credit.balance.amount).toBe(2000)
})

test('never makes the balance negative by simultaneous removals', async () => {
  await change(1000)
  const problems = await Promise.all([1, 2, 3].map(() => problemOf(change(-600))))
  expect(problems.toSorted()).toEqual(['credit_too_little', 'credit_too_little', 'no problem'])
  expect((await tess.call(getCustomer, { id: ada.id })).data.credit.balance.amount).toBe(400)
})

test('requires the right to add credit, and applies the refund limit of the role to added credit', async () => {
  const sam = await staff.member('support', 'Sam')
  expect(await problemOf(change(20_001, sam))).toBe('over_refund_limit')
  expect(await problemOf(change(20_000, sam))).toBe('no problem')
  expect(await problemOf(change(100, await staff.member('warehouse')))).toBe('not_allowed')
})

test('shows shoppers only their own entries, page by page', async () => {
  await change(100)
  await change(200)
  await change(300)
  const bob = await shop.signedIn('bob')
  expect((await bob.call(listCredit, {})).data).toEqual([])
  const first = await ada.call(listCredit, { page: 1, limit: 2 })
  const second = await ada.call(listCredit, { page: 2, limit: 2 })
  expect([...first.data, ...second.data].map(({ amount }) => amount.price)).toEqual(['$3.00', '$2.00', '$1.00'])
  expect([first.balance.price, first.meta.pagination.total]).toEqual(['$6.00', 3])
})
