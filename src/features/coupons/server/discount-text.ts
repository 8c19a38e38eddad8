import { type PriceStyle, toPriceValue, writePrice } from '#contract/money/money.ts'
import { couponType } from '../coupons.rules.ts'

type Discounted = { couponType: string; discountAmount: number | null; discountPercent: number | null }

/** '15' of a currency, '20' per cent, '0' for free shipping. Round amounts go without their zeros. */
export function toDiscountValue(coupon: Discounted, decimals: number): string {
  if (coupon.couponType === couponType.freeShipping) return '0'
  if (coupon.couponType !== couponType.fixed) return String(coupon.discountPercent ?? 0)
  return toPriceValue(coupon.discountAmount ?? 0, decimals).replace(/\.0+$/, '')
}

/** '$15', '15 €', '20%', or nothing for free shipping. */
export function toDiscountAmount(coupon: Discounted, style: PriceStyle): string {
  const value = toDiscountValue(coupon, style.decimals)
  if (coupon.couponType === couponType.freeShipping) return ''
  if (coupon.couponType !== couponType.fixed) return `${value}%`
  return writePrice(value, value.includes('.') ? style : { ...style, decimals: 0 })
}

/** Returns the sign of a currency on the side where the language puts it, for coupons that show their figure larger. */
export function placeSign(style: PriceStyle): Pick<PriceStyle, 'symbol_left' | 'symbol_right'> {
  const [left = '', right = ''] = writePrice('1', { ...style, decimals: 0 }).split('1')
  return { symbol_left: left, symbol_right: right }
}
