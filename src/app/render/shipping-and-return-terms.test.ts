import { beforeAll, expect, test } from 'vitest'
import { getProduct } from '#features/catalogue/catalogue.contract.ts'
import { saveShippingMethods } from '#features/markets/server/shipping-methods.service.ts'
import { currencies } from '#features/settings/server/settings.tables.ts'
import { shipTo } from '#testing/shops/ship-to.ts'
import { stockShop } from '#testing/shops/stocked-shop.ts'
import { testShop } from '#testing/test-shop.ts'

const shop = testShop()
const method = { id: 90, code: 'slow', name: 'Slow', priceAmount: 600, minDays: 4, maxDays: 8 }

beforeAll(async () => {
  await stockShop(shop.shop.db, shop.clock.now())
  await shipTo(shop.shop.db, 'US,GB')
})

async function readTerms(currency: string) {
  const { skus, terms } = await shop.stranger().call(getProduct, { handle: 'dress', currency })
  const lowest = Math.min(...skus.map(({ price }) => Number(price.price_value)))
  return { terms, slow: terms.shipping.find(({ name }) => name === 'Slow'), lowest }
}

test('reports the shipping cost in the requested currency and the return window', async () => {
  await saveShippingMethods(shop.shop.db, [{ ...method, freeFromAmount: null }])
  const { terms, slow } = await readTerms('USD')
  expect(terms).toMatchObject({ return_days: 15, ships_to: ['GB', 'US'] })
  const week = new Date(shop.clock.now().getTime() + 7 * 86_400_000)
  expect(terms.price_valid_until).toBe(week.toISOString().slice(0, 10))
  expect(slow).toMatchObject({ price: { code: 'USD', price_value: '6.00' }, min_days: 4, max_days: 8 })
  expect((await readTerms('EUR')).slow?.price.code).toBe('EUR')
})

test('ships for free from the exact amount', async () => {
  const { lowest } = await readTerms('USD')
  const amount = Math.round(lowest * 100)
  for (const [freeFromAmount, cost] of [
    [amount, '0.00'],
    [amount + 1, '6.00'],
  ] as const) {
    await saveShippingMethods(shop.shop.db, [{ ...method, freeFromAmount }])
    expect((await readTerms('USD')).slow?.price.price_value).toBe(cost)
  }
})

test('shows products when a shipping method has no price', async () => {
  await shop.shop.db.insert(currencies).values({ id: 9, code: 'XTS', name: 'A currency without a rate' })
  await saveShippingMethods(shop.shop.db, [{ ...method, currency: 'XTS' }])
  expect((await readTerms('USD')).terms.shipping).toEqual([])
})
