import { asc } from 'drizzle-orm'
import { payStepOf, roundToStep } from '#contract/money/currency-units.ts'
import { convertAmount } from '#features/settings/conversion.rules.ts'
import { readCurrencies } from '#features/settings/server/currencies.service.ts'
import { cacheValue } from '#server/cache/cached-values.ts'
import type { Database } from '#server/database/database.ts'
import { refuse } from '#server/http/refuse.ts'
import { findShippingPrice, isExcludedPostcode, type ShippedOrder, type ShippingBand } from '../shipping.rules.ts'
import { shippingBands, shippingMethods } from './shipping-methods.tables.ts'
import { findActiveMarket } from './ships-to.service.ts'

export type MethodWithBands = typeof shippingMethods.$inferSelect & { bands: ShippingBand[] }

/** Returns all shipping methods with their bands, in the order of the checkout. */
export const readShippingMethods = cacheValue(
  [shippingMethods, shippingBands],
  async (db): Promise<MethodWithBands[]> => {
    const methods = await db.select().from(shippingMethods).orderBy(asc(shippingMethods.sort), asc(shippingMethods.id))
    const bands = Map.groupBy(
      await db.select().from(shippingBands).orderBy(asc(shippingBands.upTo)),
      ({ methodId }) => methodId,
    )
    return methods.map((method) => ({ ...method, bands: bands.get(method.id) ?? [] }))
  },
)

export type ShippingOffer = {
  code: string
  name: string
  amount: number
  /** Subtotal from which the method is free. Null means never. */
  freeFromAmount: number | null
  minDays: number
  maxDays: number
}

/** The order to ship. The amounts are in minor units of `currency`. */
export type ShippingRequest = ShippedOrder & {
  /** ISO code of the destination. */
  country: string
  postcode?: string | undefined
  currency: string
}

/**
 * Lists the shipping methods that the market of the country offers to an order, with their prices. Refuses a country
 * without an active market, and a postal code that the market excludes.
 */
export async function priceShipping(
  db: Database,
  { country, postcode = '', currency, ...order }: ShippingRequest,
): Promise<ShippingOffer[]> {
  const market = await findActiveMarket(db, country)
  if (!market) throw refuse('not_shipped_to')
  const excluded = market.countries.find((known) => known.country === country)?.excludedPostcodes ?? []
  if (isExcludedPostcode(excluded, postcode)) throw refuse('postcode_not_shipped_to')
  const known = await readCurrencies(db)
  const to = known.get(currency)
  if (!to) throw refuse('invalid_input')
  const offers: ShippingOffer[] = []
  for (const method of await readShippingMethods(db)) {
    if (!method.isActive || method.marketId !== market.id) continue
    const from = known.get(method.currency)
    if (!from) throw new Error(`${method.name} is priced in ${method.currency}, which has no rate`)
    const convert = (amount: number) => (method.currency === currency ? amount : convertAmount(amount, from, to))
    const { code, name, priceBy, minDays, maxDays } = method
    const freeFromAmount = method.freeFromAmount === null ? null : convert(method.freeFromAmount)
    const amount = findShippingPrice(
      {
        ...{ priceBy, freeFromAmount, priceAmount: convert(method.priceAmount) },
        bands: method.bands.map(({ upTo, priceAmount }) => ({
          upTo: priceBy === 'total' ? convert(upTo) : upTo,
          priceAmount: convert(priceAmount),
        })),
      },
      order,
    )
    if (amount === null) continue
    offers.push({ code, name, amount: roundToStep(amount, payStepOf(currency)), freeFromAmount, minDays, maxDays })
  }
  return offers
}
