import { type PriceStyle, toPriceValue, writePrice } from '#contract/money/money.ts'
import { couponType } from '../coupons.rules.ts'

type Discounted = { couponType: string; discountAmount: number | null; discountPercent: number | null }

/** Returns the discount as a number: '15', '20' for a percentage, or '0' for free shipping. Zero cents are left out. */
export function toDiscountValue(coupon: Discounted, decimals: number): string {
  if (coupon.couponType === couponType.freeShipping) return '0'
  if (coupon.couponType !== couponType.fixed) return String(coupon.discountPercent ?? 0)
  return toPriceValue(coupon.discountAmount ?? 0, decimals).replace(/\.0+$/, '')
}

/** Returns the discount with its unit: '$15', '15 €', '20%', or an empty string for free shipping. */
export function toDiscountAmount(coupon: Discounted, style: PriceStyle): string {
  const value = toDiscountValue(coupon, style.decimals)
  if (coupon.couponType === couponType.freeShipping) return ''
  if (coupon.couponType !== couponType.fixed) return `${value}%`
  return writePrice(value, value.includes('.') ? style : { ...style, decimals: 0 })
}

/** Returns the sign of a currency on the side that the language uses, for coupons that show the number larger. */
export function toSymbols(style: PriceStyle): Pick<PriceStyle, 'symbol_left' | 'symbol_right'> {
  const [left = '', right = ''] = writePrice('1', { ...style, decimals: 0 }).split('1')
  return { symbol_left: left, symbol_right: right }
}
