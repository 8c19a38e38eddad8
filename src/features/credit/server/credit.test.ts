import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#server/database/ids.ts'
import { buy, goods, stockShop } from '#testing/shops/stocked-shop.ts'
import { type Person, testShop } from '#testing/test-shop.ts'
import { eraseCredit, readBalance, returnCredit, spendCredit, writeEntry } from './credit.service.ts'
import { creditBalances, creditEntries } from './credit.tables.ts'

const shop = testShop()
let ada: Person

beforeAll(() => stockShop(shop.shop.db, shop.clock.now()))
beforeEach(async () => {
  ada = await shop.signedIn()
})

const give = (amount: number, customerId = ada.id) =>
  writeEntry(shop.shop.db, { customerId, kind: 'by_hand', amount, reason: 'goodwill', at: shop.clock.now() })
const left = () => readBalance(shop.shop.db, ada.id)

function spend(orderId: string, totalAmount: number) {
  const { db, clock } = shop.shop
  return db.transaction((tx) =>
    spendCredit(tx, { customerId: ada.id, orderId, totalAmount, currency: 'USD', at: clock.now() }),
  )
}

test('keeps the balance equal to the sum of its entries, and rejects a negative balance', async () => {
  await give(2400)
  await give(-400)
  expect(await left()).toBe(2000)
  await expect(give(-2001)).rejects.toMatchObject({ cause: { constraint: 'credit_balances_balance_check' } })
  expect(await left()).toBe(2000)
})

test('rejects changes of existing entries, and changes a balance only through new entries', async () => {
  await give(2400)
  const { db } = shop.shop
  const mine = eq(creditEntries.customerId, ada.id)
  const refused = { cause: { code: '23001' } }
  await expect(db.update(creditEntries).set({ amount: 1 }).where(mine)).rejects.toMatchObject(refused)
  await expect(db.delete(creditEntries).where(mine)).rejects.toMatchObject(refused)
  const balance = eq(creditBalances.customerId, ada.id)
  await expect(db.update(creditBalances).set({ balanceAmount: 9999 }).where(balance)).rejects.toMatchObject(refused)
  await expect(db.delete(creditBalances).where(balance)).rejects.toMatchObject(refused)
  const euros = { customerId: ada.id, kind: 'by_hand', amount: 5, currency: 'EUR', reason: 'late' } as const
  await expect(db.insert(creditEntries).values({ ...euros, at: shop.clock.now() })).rejects.toMatchObject(refused)
})

test('never spends the same credit in concurrent orders', async () => {
  await give(10_000)
  const placed = []
  for (let i = 0; i < 8; i++) placed.push(await buy(shop.shop, ada, [goods.scarf]))
  const taken = await Promise.all(placed.map(({ orderId }) => spend(orderId, 3000)))
  expect(taken.toSorted((a, b) => b - a)).toEqual([3000, 3000, 3000, 1000, 0, 0, 0, 0])
  expect(await left()).toBe(0)
  // Gives the credit back as the shop would, because the end of every test file checks the balances.
  for (const { orderId } of placed)
    await returnCredit(shop.shop.db, { id: orderId, customerId: ada.id }, shop.clock.now())
  expect(await left()).toBe(10_000)
})

test('gives back the credit of an order only once, even after repeated requests', async () => {
  await give(2400)
  const { orderId } = await buy(shop.shop, ada, [goods.dress])
  expect(await spend(orderId, 15_000)).toBe(2400)
  const back = () => returnCredit(shop.shop.db, { id: orderId, customerId: ada.id }, shop.clock.now())
  await Promise.all([back(), back(), back()])
  await back()
  expect(await left()).toBe(2400)
  await returnCredit(shop.shop.db, { id: newId(), customerId: ada.id }, shop.clock.now())
  expect(await left()).toBe(2400)
})

test('removes all credit of an erased customer and records an entry', async () => {
  await give(2400)
  const erase = () => shop.shop.db.transaction((tx) => eraseCredit(tx, ada.id, shop.clock.now()))
  await erase()
  await erase()
  expect(await left()).toBe(0)
  const entries = await shop.shop.db.select().from(creditEntries).where(eq(creditEntries.customerId, ada.id))
  expect(entries.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['by_hand', 2400],
    ['erased', -2400],
  ])
})
