import { msg } from '#contract/text/translate.ts'
import type { shippingMethods } from '#features/orders/server/shipping/shipping-methods.tables.ts'
import { exampleShipping } from '#features/orders/shipping-methods.rules.ts'

/** So that a checkout has something to offer; the merchant puts real ones in its place. */
export const referenceShippingMethods: (typeof shippingMethods.$inferInsert)[] = [
  { id: 1, code: exampleShipping, name: msg('Example shipping'), priceAmount: 0, minDays: 3, maxDays: 7, sort: 1 },
]
