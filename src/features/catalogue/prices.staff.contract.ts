import * as z from 'zod/mini'
import { defineStaffCall, defineStaffList, PageInput, StaffMoney, StaffTime } from '#contract/calls/staff-call.ts'
import { maxAmount } from './price-changes.staff.rules.ts'
import { SkuCode } from './products.staff.contract.ts'

/** 500: enough for a season's sale at once, and small enough for one transaction. */
export const pricesAtOnce = 500

const Amount = z.int().check(z.gte(0), z.lte(maxAmount))
const Money = z.nullable(StaffMoney)

export const PriceChange = z.object({
  id: z.string(),
  sku: z.string(),
  currency: z.string(),
  /** Null if the price is converted from the SKU's own currency. */
  price: Money,
  special: Money,
  new_user: Money,
  compare_at: Money,
  from: StaffTime,
  to: z.nullable(StaffTime),
  /**
   * The state: `planned`, `open` once the price has begun, or `over`. Of several open prices, the latest applies and
   * has `is_running`.
   */
  state: z.enum(['planned', 'open', 'over']),
  is_running: z.boolean(),
  by: z.string(),
  made_at: StaffTime,
})
export type PriceChange = z.output<typeof PriceChange>

const NewPrice = z.object({
  sku: SkuCode,
  currency: z.string().check(z.regex(/^[A-Z]{3}$/), z.maxLength(3)),
  /** In minor units. Null removes the manual price, so that the price is converted again. */
  price: z.nullable(Amount),
  special: z._default(z.nullable(Amount), null),
  new_user: z._default(z.nullable(Amount), null),
  compare_at: z._default(z.nullable(Amount), null),
  from: z._default(z.nullable(StaffTime), null),
  to: z._default(z.nullable(StaffTime), null),
})
export type NewPrice = z.output<typeof NewPrice>

export const changePrices = defineStaffCall({
  method: 'POST',
  path: '/prices',
  about:
    'Sets prices by SKU and currency, with an optional start and end. Saves all prices or none. A planned price takes effect within a minute of its start.',
  scope: 'catalogue:write',
  takesList: true,
  input: z.object({ items: z.array(NewPrice).check(z.minLength(1), z.maxLength(pricesAtOnce)) }),
  output: z.object({ prices: z.array(PriceChange) }),
})

export const endPrice = defineStaffCall({
  method: 'POST',
  path: '/prices/:id/end',
  about: 'Cancels a planned price, or ends a current price that has an end date. The price before it applies again.',
  scope: 'catalogue:write',
  input: z.object({ id: z.string().check(z.regex(/^\d{1,15}$/), z.maxLength(15)) }),
  output: PriceChange,
})

export const listSkuPrices = defineStaffList({
  path: '/skus/:sku/prices',
  about: 'Lists the past, current and planned prices of a SKU, latest change first.',
  scope: 'catalogue:read',
  input: z.object({
    ...PageInput,
    sku: z.string().check(z.maxLength(100)),
    currency: z.optional(z.string().check(z.maxLength(3))),
  }),
  output: PriceChange,
})
