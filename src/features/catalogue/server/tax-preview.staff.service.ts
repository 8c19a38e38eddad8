import { eq } from 'drizzle-orm'
import type { StaffOutput, StaffParsed } from '#contract/calls/staff-call.ts'
import { payStepOf } from '#contract/money/currency-units.ts'
import { convertAmount } from '#features/settings/conversion.rules.ts'
import { readCurrencies } from '#features/settings/server/currencies.service.ts'
import { quoteTax } from '#features/tax/server/tax.service.ts'
import type { Database } from '#server/database/database.ts'
import { refuseFields } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import type { previewTax as previewCall } from '../tax-preview.staff.contract.ts'
import { products } from './catalogue.tables.ts'
import { readTaxCategories } from './tax-categories.service.ts'

/** Quotes the tax of one item with the function of the checkout. */
export async function previewTax(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  { amount, currency, product, country, region, postcode, buyer }: StaffParsed<typeof previewCall>,
): Promise<StaffOutput<typeof previewCall>> {
  const known = await readCurrencies(db)
  const to = known.get(currency)
  if (!to) throw refuseFields({ currency: [`The shop does not have the currency ${currency}.`] })
  const category = product === undefined ? null : await findTaxCategory(db, product)
  const quote = await quoteTax(db, {
    lines: [{ amount, taxCategory: category }],
    shippingAmount: 0,
    destination: { country, region, postcode },
    // Only the country of a VAT number decides. Its digits are checked at checkout.
    vatNumber: buyer === 'business' ? `${country === 'GR' ? 'EL' : country}000000000` : null,
    isSampleVatNumber: true,
    step: payStepOf(currency),
    currency,
    decimals: to.decimals,
    now: clock.now(),
    convert: (limit, code) => {
      const from = known.get(code)
      return from ? convertAmount(limit, from, to) : null
    },
  })
  const [line] = quote.lines
  const money = (value: number) => ({ amount: value, currency })
  return {
    net: money(line?.netAmount ?? amount),
    tax: money(line?.taxAmount ?? 0),
    gross: money(line?.grossAmount ?? amount),
    display: quote.display,
    treatment: quote.treatment,
    country: quote.place?.country ?? null,
    region: quote.place?.region ?? '',
    rate: line?.rate ?? 0,
    rate_name: line?.name ?? '',
    category,
  }
}

async function findTaxCategory(db: Database, handle: string): Promise<string | null> {
  const [product] = await db
    .select({ own: products.taxCategory, categoryId: products.basicCategoryId })
    .from(products)
    .where(eq(products.handle, handle))
  if (!product) throw refuseFields({ product: [`There is no product ${handle}.`] })
  return product.own ?? (await readTaxCategories(db)).get(product.categoryId) ?? null
}
