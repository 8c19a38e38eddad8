import { type InferInsertModel, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { shoeSizes } from '#features/catalogue/server/catalogue.tables.ts'
import { saveFirstMarket } from '#features/markets/server/shipping-methods.service.ts'
import { shippingMethods } from '#features/markets/server/shipping-methods.tables.ts'
import { returnReasons } from '#features/returns/server/returns.tables.ts'
import { reviewLabels } from '#features/reviews/server/reviews.tables.ts'
import { countryCodes } from '#features/settings/country-codes.rules.ts'
import { saveSetting } from '#features/settings/server/save-settings.service.ts'
import { readHomeCurrency, readSetting } from '#features/settings/server/settings.service.ts'
import { currencies, currencyRates, languages } from '#features/settings/server/settings.tables.ts'
import { problemTypes } from '#features/support/server/contact/contact.tables.ts'
import { taxCategories, taxRates } from '#features/tax/server/tax.tables.ts'
import type { Database } from '#server/database/database.ts'
import { referenceCurrencies, referenceRates } from './currencies.ts'
import { referenceLanguages } from './languages.ts'
import { referenceQuestionTypes } from './question-types.ts'
import { referenceReasons } from './return-reasons.ts'
import { referenceLabels } from './review-labels.ts'
import { referenceShippingMethods } from './shipping-methods.ts'
import { referenceShoeSizes } from './shoe-sizes.ts'
import { referenceTaxCategories, referenceTaxRates, taxRatesReadOn } from './tax-rates.ts'

/**
 * Loads the reference data into a new database, once. The merchant may then change and delete the rows. Rows that a
 * later release adds come with migrations.
 */
export async function loadReference(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await loadTaxRates(tx)
    // Every shop has a currency. A database with a currency was therefore loaded before.
    if (!(await isEmpty(tx, currencies))) return
    await fill(tx, currencies, referenceCurrencies)
    await fill(tx, currencyRates, referenceRates)
    await fill(tx, languages, referenceLanguages)
    await saveFirstMarket(tx, countryCodes)
    await fill(tx, shippingMethods, referenceShippingMethods(await readHomeCurrency(tx)))
    await fill(tx, shoeSizes, referenceShoeSizes)
    await fill(tx, returnReasons, referenceReasons)
    await fill(tx, reviewLabels, referenceLabels)
    await fill(tx, problemTypes, referenceQuestionTypes)
  })
}

/** Loads the tax rates once, also into shops that are older than the rates. Rates that staff removed stay removed. */
async function loadTaxRates(db: Database): Promise<void> {
  if ((await readSetting(db, 'tax_rates_loaded')) !== '') return
  await fill(db, taxCategories, referenceTaxCategories)
  await fill(db, taxRates, referenceTaxRates)
  await saveSetting(db, 'tax_rates_loaded', taxRatesReadOn)
}

async function fill<T extends PgTable>(db: Database, table: T, rows: InferInsertModel<T>[]): Promise<void> {
  if (await isEmpty(db, table)) await db.insert(table).values(rows)
}

async function isEmpty(db: Database, table: PgTable): Promise<boolean> {
  return (await db.select({ one: sql`1` }).from(table).limit(1)).length === 0
}
