import { msg } from '#contract/text/translate.ts'
import { firstMarket } from '#features/markets/server/shipping-methods.service.ts'
import type { shippingMethods } from '#features/markets/server/shipping-methods.tables.ts'
import { exampleShipping } from '#features/markets/shipping-methods.rules.ts'

/** An example for the checkout, which the merchant replaces with real methods. */
export const referenceShippingMethods = (currency: string): (typeof shippingMethods.$inferInsert)[] => [
  {
    id: 1,
    code: exampleShipping,
    name: msg('Example shipping'),
    marketId: firstMarket,
    currency,
    priceAmount: 0,
    minDays: 3,
    maxDays: 7,
    sort: 1,
  },
]
