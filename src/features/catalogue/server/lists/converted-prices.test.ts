import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { convertPrice } from '#features/catalogue/prices.rules.ts'
import { adjustmentLimits, priceEndings } from '#features/settings/price-endings.rules.ts'
import { testShop } from '#testing/test-shop.ts'
import { toViewAmount, type View } from './product-cards.service.ts'

const shop = testShop()

const rate = fc.integer({ min: 1, max: 100_000_000 }).map((units) => units / 10_000)
const source = fc.record({ rate, decimals: fc.constantFrom(0, 2, 3) })
const target = fc.record({
  style: fc.constantFrom(
    { code: 'EUR', decimals: 2, roundingAmount: 1 },
    { code: 'CHF', decimals: 2, roundingAmount: 5 },
    { code: 'SEK', decimals: 2, roundingAmount: 100 },
    { code: 'JPY', decimals: 0, roundingAmount: 10 },
    { code: 'KWD', decimals: 3, roundingAmount: 5 },
    { code: 'CLF', decimals: 4, roundingAmount: 1 },
  ),
  rate,
  priceEnding: fc.constantFrom(...priceEndings),
  priceAdjustment: fc.integer({ min: adjustmentLimits.least, max: adjustmentLimits.most }),
})

test('lists convert every price to the same amount as product pages', async () => {
  const { db } = shop.shop
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 1, maxLength: 20 }),
      source,
      target,
      async (amounts, from, { style, ...policy }) => {
        const own = { ...style, symbol_left: '', symbol_right: '', isHome: false }
        const view: View = {
          currency: { ...own, ...policy, priceRule: 'converted' },
          ...{ home: 'USD', language: 'en', isNewUser: false, customerId: null },
        }
        const converted = toViewAmount(view, {
          amount: sql`given.amount`,
          decimals: sql`${from.decimals}::int`,
          rate: sql`${from.rate}::numeric`,
        })
        const { rows } = await db.execute<{ amount: string; price: string }>(sql`
          select given.amount, ${converted} as price
          from unnest(${sql.param(amounts)}::bigint[]) with ordinality as given (amount, place) order by place`)
        expect(rows.map(({ price }) => Number(price))).toEqual(
          amounts.map((amount) => convertPrice(amount, { ...from, roundingAmount: 1 }, view.currency)),
        )
      },
    ),
    { numRuns: 200 },
  )
})
