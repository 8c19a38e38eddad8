import * as z from 'zod/mini'
import { filledText } from '#contract/calls/fields.ts'
import { StaffMoney } from '#contract/calls/staff-call.ts'
import { defineStaffResource, StaffId } from '#contract/calls/staff-resources.ts'
import { shippingPriceKinds } from './shipping.rules.ts'

/** 20: more bands than carriers print in their price lists. */
export const maxBands = 20

const Days = z.int().check(z.gte(0), z.lte(365))
const Money = StaffMoney.check(z.refine(({ amount }) => amount >= 0, 'The amount cannot be below zero'))
const Band = z.object({
  /** The end of the band, included: grams, or minor units of the currency of the price. */
  up_to: z.int().check(z.positive(), z.lte(1_000_000_000)),
  price: Money,
})
const ShippingFields = z.object({
  name: filledText(60),
  /** The market that offers the method. */
  market_id: z.string().check(z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/), z.maxLength(40)),
  /** The carrier and its product, such as `Royal Mail Tracked 48`. Empty means none. */
  carrier: z.string().check(z.trim(), z.maxLength(60)),
  /** `fixed`: one price. `weight` and `total`: the price of the band that contains the order's weight or subtotal. */
  price_by: z.enum(shippingPriceKinds),
  /** The price of a `fixed` method. With bands, the response contains the lowest price of a band. */
  price: Money,
  /**
   * Bands of prices by weight or total. A band begins above the previous one. Above the last band, the method is not
   * offered.
   */
  bands: z.array(Band).check(z.maxLength(maxBands)),
  /** Subtotal from which shipping is free, in the currency of the price. Null means never. */
  free_from: z.nullable(Money),
  min_days: Days,
  max_days: Days,
  is_active: z.boolean(),
  sort: z.int().check(z.gte(-100_000), z.lte(100_000)),
})
const Code = z.string().check(z.regex(/^[a-z0-9]+(?:[-_][a-z0-9]+)*$/), z.maxLength(40))
export const ShippingMethod = z.extend(ShippingFields, { id: z.int(), code: Code })
export type ShippingMethod = z.output<typeof ShippingMethod>

export const {
  list: listShippingMethods,
  get: getShippingMethod,
  create: createShippingMethod,
  edit: editShippingMethod,
  remove: removeShippingMethod,
} = defineStaffResource({
  path: '/shipping-methods',
  key: 'id',
  keyType: StaffId,
  one: 'a shipping method',
  many: 'shipping methods of all markets',
  reads: 'settings:read',
  writes: 'settings:write',
  fields: ShippingFields,
  create: z.extend(ShippingFields, {
    code: Code,
    carrier: z._default(ShippingFields.shape.carrier, ''),
    price_by: z._default(ShippingFields.shape.price_by, 'fixed'),
    bands: z._default(ShippingFields.shape.bands, []),
    free_from: z._default(z.nullable(Money), null),
    is_active: z._default(z.boolean(), true),
    sort: z._default(ShippingFields.shape.sort, 0),
  }),
  output: ShippingMethod,
  example: {
    key: 1,
    create: {
      code: 'courier',
      name: 'Courier',
      market_id: 'worldwide',
      price: { amount: 1500, currency: 'USD' },
      free_from: { amount: 20000, currency: 'USD' },
      min_days: 1,
      max_days: 2,
    },
    edit: { max_days: 9 },
  },
})
