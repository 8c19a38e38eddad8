import type { ShippingMethod } from '#features/markets/shipping-methods.staff.contract.ts'

/** Form values of a shipping method. Both amounts share `currency`. */
export type MethodValues = Pick<ShippingMethod, 'code' | 'name' | 'market_id' | 'carrier' | 'is_active' | 'sort'> & {
  currency: string
  min_days: number | null
  max_days: number | null
  price: number | null
  free_from: number | null
}

const makeFresh = (currency: string, market: string): MethodValues => ({
  ...{ code: '', name: '', market_id: market, carrier: '', currency, price: null, free_from: null },
  ...{ min_days: null, max_days: null, is_active: true, sort: 0 },
})

/** Returns the form values of a method. A new method has the shop's own currency and its first market. */
export function toMethodValues(
  method: ShippingMethod | undefined,
  homeCurrency: string,
  firstMarket = '',
): MethodValues {
  if (!method) return makeFresh(homeCurrency, firstMarket)
  const { id: _, price_by: __, bands: ___, price, free_from, ...rest } = method
  return { ...rest, currency: price.currency, price: price.amount, free_from: free_from?.amount ?? null }
}

/**
 * Returns the changed values to send. If the currency or an amount changed, both amounts are sent, because they share
 * the currency.
 */
export function toSentMethod(changed: Partial<MethodValues>, values: MethodValues) {
  const { code: _, currency, price, free_from, ...rest } = changed
  const isMoneyChanged = [currency, price, free_from].some((one) => one !== undefined)
  const money = (amount: number | null) => (amount === null ? null : { amount, currency: values.currency })
  return { ...rest, ...(isMoneyChanged && { price: money(values.price), free_from: money(values.free_from) }) }
}
