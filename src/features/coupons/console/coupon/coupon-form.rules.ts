import { endOfShopDay, formatDay, startOfShopDay, toLastShopDay, toShopDay } from '#console/ui/format/day.rules.ts'
import { formatRoundMoney } from '#console/ui/format/money.rules.ts'
import type { StaffMoney } from '#contract/calls/staff-call.ts'
import type { CouponKind } from '#features/coupons/coupon-terms.staff.rules.ts'
import type { StaffCoupon } from '#features/coupons/coupons.staff.contract.ts'

/**
 * A coupon as form values. All amounts share one currency. Calendar days replace the start and end times of the coupon.
 */
export type CouponValues = {
  code: string
  kind: CouponKind
  currency: string
  amount: number | null
  percent: number | null
  maximum: number | null
  minimum: number | null
  categories: string[]
  products: string[]
  condition_text: string
  object: string
  link: string
  link_name: string
  starts_at: string
  ends_at: string
  valid_days: number | null
  stock: number | null
}

export const makeEmptyCoupon = (currency: string): CouponValues => ({
  code: '',
  kind: 'fixed',
  currency,
  amount: null,
  percent: null,
  maximum: null,
  minimum: null,
  categories: [],
  products: [],
  condition_text: '',
  object: '',
  link: '/',
  link_name: '',
  starts_at: '',
  ends_at: '',
  valid_days: null,
  stock: null,
})

type ShopOfCoupon = { time_zone: string; currency: string }

export function toCouponValues(coupon: StaffCoupon, shop: ShopOfCoupon): CouponValues {
  const { id: _, texts, claimed, status, possible, amount, maximum, minimum, starts_at, ends_at, ...rest } = coupon
  return {
    ...rest,
    currency: (amount ?? maximum ?? minimum)?.currency ?? shop.currency,
    amount: amount?.amount ?? null,
    maximum: maximum?.amount ?? null,
    minimum: minimum?.amount ?? null,
    starts_at: toShopDay(starts_at, shop.time_zone),
    ends_at: ends_at ? toLastShopDay(ends_at, shop.time_zone) : '',
  }
}

const termNames = ['kind', 'currency', 'amount', 'percent', 'maximum', 'minimum'] as const

/**
 * Converts changed form values into the request. The terms are sent together, so a new kind clears the fields of the
 * previous kind.
 */
export function toSentCoupon(changed: Partial<CouponValues>, values: CouponValues, timeZone: string) {
  const { code: _, kind, currency, amount, percent, maximum, minimum, starts_at, ends_at, ...rest } = changed
  return {
    ...rest,
    ...(termNames.some((name) => name in changed) && toTerms(values)),
    ...(starts_at !== undefined && { starts_at: startOfShopDay(starts_at, timeZone) }),
    ...(ends_at !== undefined && { ends_at: ends_at ? endOfShopDay(ends_at, timeZone) : null }),
  }
}

export function toTerms({ kind, currency, amount, percent, maximum, minimum }: CouponValues) {
  const money = (of: number | null): StaffMoney | null => (of === null ? null : { amount: of, currency })
  return {
    kind,
    amount: kind === 'fixed' ? money(amount) : null,
    percent: kind === 'percent' ? percent : null,
    maximum: kind === 'fixed' ? null : money(maximum),
    minimum: money(minimum),
  }
}

type Terms = Pick<StaffCoupon, 'kind' | 'amount' | 'percent' | 'maximum'>

/** Formats the discount, for example `20 % off, at most $80.00`. */
export function formatBenefit({ kind, amount, percent, maximum }: Terms): string {
  const max = maximum ? `, at most ${formatRoundMoney(maximum)}` : ''
  if (kind === 'free_shipping') return `Free shipping${max}`
  if (kind === 'percent') return `${percent ?? '…'}\u2009% off${max}`
  return `${amount ? formatRoundMoney(amount) : '…'} off`
}

export function formatCondition({ minimum }: Pick<StaffCoupon, 'minimum'>): string {
  return minimum ? `Orders from ${formatRoundMoney(minimum)}` : 'No minimum'
}

type Days = Pick<StaffCoupon, 'status' | 'starts_at' | 'ends_at' | 'valid_days'>

/** Formats the date that matters most in the current state of the coupon. */
export function formatValidity(
  { status, starts_at, ends_at, valid_days }: Days,
  timeZone: string,
  now?: number | null,
): string {
  const today = now ? toShopDay(now, timeZone) : null
  const last = ends_at && formatDay(toLastShopDay(ends_at, timeZone), today)
  if (status === 'scheduled') return `from ${formatDay(toShopDay(starts_at, timeZone), today)}`
  if (status === 'ended') return last ?? 'Ended'
  if (last) return `to ${last}`
  return valid_days ? `${valid_days} ${valid_days === 1 ? 'day' : 'days'} after claim` : 'No end'
}

/**
 * Formats the share of claims that were used. Returns an empty string if nothing was claimed, or if the uses exceed the
 * counting limit.
 */
export function formatRate(used: number | null, claimed: number): string {
  return used === null || claimed === 0 ? '' : `${Math.round((used / claimed) * 100)}\u2009%`
}

/** Formats the scope by the ticket's scope text, or without a text by the number of categories and products. */
export function formatScope({ categories, products, object }: Pick<StaffCoupon, 'categories' | 'products' | 'object'>) {
  if (categories.length === 0 && products.length === 0) return 'All products'
  if (object) return object
  const count = (of: number, one: string, many: string) => (of > 0 ? [`${of} ${of === 1 ? one : many}`] : [])
  return [...count(categories.length, 'category', 'categories'), ...count(products.length, 'product', 'products')].join(
    ', ',
  )
}
