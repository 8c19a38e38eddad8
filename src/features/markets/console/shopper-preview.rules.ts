import type { StaffMoney } from '#contract/calls/staff-call.ts'
import { convertPrice } from '#features/catalogue/prices.rules.ts'
import type { StaffProduct } from '#features/catalogue/products.staff.contract.ts'
import type { StaffCurrency } from '#features/settings/settings.staff.contract.ts'
import type { ShippingMethod } from '../shipping-methods.staff.contract.ts'

/** Converts a currency of the staff API to the form that the conversion of prices uses. */
export const toPricedCurrency = (currency: StaffCurrency) => ({
  ...{ code: currency.code, rate: currency.rate, decimals: currency.decimals, roundingAmount: currency.rounding },
  ...{ priceRule: currency.price_rule, priceEnding: currency.price_ending },
  priceAdjustment: currency.price_adjustment,
})

/** Returns the price of a SKU in a currency. Null means that the SKU is not sold in this currency. */
export function findShownPrice(
  sku: StaffProduct['skus'][number],
  currency: string,
  currencies: readonly StaffCurrency[],
): StaffMoney | null {
  const own = sku.prices.find(({ price }) => price.currency === currency)
  if (own) return own.special ?? own.price
  const base = sku.prices[0]
  const to = currencies.find(({ code }) => code === currency)
  const from = currencies.find(({ code }) => code === base?.price.currency)
  if (!base || !to || !from || to.price_rule === 'own') return null
  const { amount } = base.special ?? base.price
  return { amount: convertPrice(amount, toPricedCurrency(from), toPricedCurrency(to)), currency }
}

/** Returns the cheapest method that a market offers. Of methods with one price, the first one counts. */
export function findCheapestMethod(methods: readonly ShippingMethod[], marketId: string): ShippingMethod | null {
  const offered = methods.filter(({ market_id, is_active }) => market_id === marketId && is_active)
  return [...offered].sort((one, other) => one.price.amount - other.price.amount)[0] ?? null
}
