import { toWirePrice } from '#contract/money/money.ts'
import { dayMs } from '#contract/times/times.ts'
import { findVisitorCountry } from '#features/addresses/server/visitor-country.service.ts'
import type { OfferTerms, Product } from '#features/catalogue/catalogue.contract.ts'
import { priceShipping } from '#features/markets/server/shipping.service.ts'
import { findActiveMarket } from '#features/markets/server/ships-to.service.ts'
import { returnPolicy } from '#features/returns/returns.rules.ts'
import { readPriceStyle } from '#features/settings/server/settings.service.ts'
import type { Shop } from '#server/shop.ts'

// 7 days: prices change without notice, and a search engine should not repeat an older price.
const repeatedDays = 7

/**
 * Returns the shipping and return terms of a product for the seller's market. Search engines see the same page as every guest,
 * so the terms do not depend on the visitor.
 */
export async function readShippingAndReturnTerms(
  { db, clock, log }: Shop,
  product: Product,
  language: string,
): Promise<OfferTerms> {
  const amounts = product.skus.map(({ price }) => Number(price.price_value.replace('.', '')))
  const currency = product.skus[0]?.price.code
  const readShipping = async () => {
    if (!currency) return []
    // The weight is left out, because the variants of a product may differ.
    const methods = await priceShipping(db, { country, currency, subtotalAmount: Math.min(...amounts), weight: 0 })
    const style = await readPriceStyle(db, currency, language)
    return methods.map(({ name, amount, minDays, maxDays }) => {
      return { name, price: toWirePrice(amount, style), min_days: minDays, max_days: maxDays }
    })
  }
  const country = await findVisitorCountry({ db }, { header: () => null })
  const [market, shipping] = await Promise.all([
    findActiveMarket(db, country),
    readShipping().catch((error) => {
      // A shipping method whose currency has no rate blocks checkout, but products are still shown.
      log.warn('the shipping prices could not be read', { currency, error })
      return []
    }),
  ])
  return {
    price_valid_until: new Date(clock.now().getTime() + repeatedDays * dayMs).toISOString().slice(0, 10),
    return_days: returnPolicy.windowDays,
    ships_to: market?.countries.map(({ country: code }) => code) ?? [],
    shipping,
  }
}
