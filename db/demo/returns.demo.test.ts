import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Return } from '#features/returns/returns.contract.ts'
import { listReturns } from '#features/returns/server/returns.service.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { testShop } from '#testing/test-shop.ts'
import { loadDemo } from './load-demo.ts'

const shop = testShop()
let returns: Return[] = []

beforeAll(async () => {
  await loadDemo(shop.shop)
  const [maren] = await shop.shop.db.select().from(customers).where(eq(customers.email, 'shopper@harbor.test'))
  returns = (await listReturns(shop.shop, maren?.id ?? '', { page: 1, limit: 100 })).data
})

test('the shopper has returns in every status', () => {
  const statuses = new Set(returns.map(({ status }) => status))
  expect([...statuses].sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('on their way: with and without a tracking number, one of them about to expire, one still to be edited', () => {
  const returning = returns.filter(({ status }) => status === 2)
  expect(returning.some(({ tracking_number, can_edit }) => tracking_number && can_edit)).toBe(true)
  expect(returning.some(({ tracking_number, can_edit }) => tracking_number && !can_edit)).toBe(true)
  const waiting = returning.filter(({ tracking_number }) => !tracking_number).map(({ remind_time }) => remind_time)
  expect(Math.min(...waiting)).toBeLessThan(4 * 60 * 60)
  expect(Math.max(...waiting)).toBeGreaterThan(5 * 24 * 60 * 60)
})

test('what was turned down or failed says why, and some show pictures', () => {
  for (const one of returns) if (one.status === 6 || one.status === 7) expect(one.system_comment[0]).toBeTruthy()
  expect(returns.some(({ images }) => images.length > 1)).toBe(true)
  expect(returns.some(({ products }) => products.length > 1)).toBe(true)
})
