import * as z from 'zod/mini'
import { filledText } from '#contract/calls/fields.ts'
import { StaffMoney } from '#contract/calls/staff-call.ts'
import { defineStaffResource, StaffId } from '#contract/calls/staff-resources.ts'

const Days = z.int().check(z.gte(0), z.lte(365))
const Money = StaffMoney.check(z.refine(({ amount }) => amount >= 0, 'The amount cannot be below zero'))
const ShippingFields = z.object({
  name: filledText(60),
  price: Money,
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
  many: 'shipping methods',
  reads: 'settings:read',
  writes: 'settings:write',
  fields: ShippingFields,
  create: z.extend(ShippingFields, {
    code: Code,
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
      price: { amount: 1500, currency: 'USD' },
      free_from: { amount: 20000, currency: 'USD' },
      min_days: 1,
      max_days: 2,
    },
    edit: { max_days: 9 },
  },
})
