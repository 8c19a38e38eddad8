import { type CurrencyStyle, toPriceValue } from '#contract/money.ts'
import { couponType } from '../coupons.rules.ts'

type Discounted = { couponType: string; discountAmount: number | null; discountPercent: number | null }

/** '15' of a currency, '20' per cent, '0' for free shipping. Round amounts go without their zeros. */
export function toDiscountValue(coupon: Discounted, decimals: number): string {
  if (coupon.couponType === couponType.freeShipping) return '0'
  if (coupon.couponType !== couponType.fixed) return String(coupon.discountPercent ?? 0)
  return toPriceValue(coupon.discountAmount ?? 0, decimals).replace(/\.0+$/, '')
}

/** '$15', '20%', or nothing for free shipping. */
export function toDiscountAmount(coupon: Discounted, style: CurrencyStyle): string {
  const value = toDiscountValue(coupon, style.decimals)
  if (coupon.couponType === couponType.freeShipping) return ''
  return coupon.couponType === couponType.fixed ? `${style.symbol_left}${value}${style.symbol_right}` : `${value}%`
}
