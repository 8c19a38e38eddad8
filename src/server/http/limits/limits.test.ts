import { expect, test } from 'vitest'
import { testShop } from '#testing/test-shop.ts'

const shop = testShop()
const minute = 60_000

test('doubles the wait after the free tries up to the maximum, and does not extend the wait for early tries', async () => {
  const { limits } = shop.shop
  const waits: number[] = []
  const tryIt = async () => {
    try {
      await limits.slowDown('signInTries', 'somebody')
      return 0
    } catch (error) {
      return (error as { retryAfter: number }).retryAfter
    }
  }
  for (let round = 0; round < 5; round++) expect(await tryIt()).toBe(0)
  for (let round = 0; round < 12; round++) {
    const [wait, again] = [await tryIt(), await tryIt()]
    expect(again).toBe(wait)
    waits.push(wait)
    shop.clock.advance(wait * 1000)
    expect(await tryIt()).toBe(0)
  }
  expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600, 600])
  expect(await limits.slowDown('signInTries', 'somebody else')).toBe(false)
  await limits.forget('signInTries', 'somebody')
  expect(await tryIt()).toBe(0)
})

test('allows only the free tries when many tries arrive at once', async () => {
  const { limits } = shop.shop
  const tries = await Promise.allSettled(Array.from({ length: 30 }, () => limits.slowDown('signInTries', 'crowd')))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
})

test('caps the wait at the maximum after the clock is set back', async () => {
  const { limits } = shop.shop
  for (let round = 0; round < 5; round++) await limits.slowDown('signInTries', 'early')
  shop.clock.advance(-24 * 60 * minute)
  expect(await limits.slowDown('signInTries', 'early')).toBe(true)
})

test('returns whether a counted try is within the limit', async () => {
  const { limits } = shop.shop
  const said: boolean[] = []
  for (let round = 0; round < 4; round++) said.push(await limits.allows('confirmMails', 'one'))
  expect(said).toEqual([true, true, true, false])
})
