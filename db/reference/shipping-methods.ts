import { msg } from '#contract/text/translate.ts'
import type { shippingMethods } from '#features/markets/server/shipping-methods.tables.ts'
import { exampleShipping } from '#features/markets/shipping-methods.rules.ts'

/** An example for the checkout, which the merchant replaces with real methods. */
export const referenceShippingMethods = (currency: string): (typeof shippingMethods.$inferInsert)[] => [
  {
    id: 1,
    code: exampleShipping,
    name: msg('Example shipping'),
    currency,
    priceAmount: 0,
    minDays: 3,
    maxDays: 7,
    sort: 1,
  },
]
