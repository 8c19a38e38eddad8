import { asc } from 'drizzle-orm'
import { type CurrencyStyle, type PriceStyle, toWirePrice } from '#contract/money/money.ts'
import { numberPrefixes } from '#contract/text/number-prefixes.ts'
import { cacheValue } from '#server/cache/cached-values.ts'
import type { Database } from '#server/database/database.ts'
import type { Currency, Language } from '../settings.contract.ts'
import { currencies, languages, settings } from './settings.tables.ts'

/** The currency of a shop that has not chosen its own. The demo shop is American. */
const undecidedCurrency = 'USD'

/** The default of every setting. */
const defaults = {
  site_name: 'Harbor',
  // The sentence about the shop for search engines. Empty means a neutral sentence with the shop's name.
  site_description: '',
  // Translations of the sentence: JSON with one text for each language code.
  site_descriptions: '{}',
  // The shop's own currency, fixed once there is an order. Empty means that the merchant has not chosen it.
  currency: '',
  open_collect: '1',
  reviews_switch: 'on',
  chat_switch: 'on',
  // The legal seller. Without a name, the shop accepts no orders.
  seller_name: '',
  seller_address: '',
  // ISO code. Decides which taxes and duties apply.
  seller_country: '',
  seller_region: '',
  seller_city: '',
  seller_postcode: '',
  seller_tax_number: '',
  seller_email: '',
  seller_phone: '',
  // The register and the registration number of the seller, shown with the name.
  seller_registration: '',
  seller_vat_number: '',
  // The address for returned parcels, line by line. Without an address, pages and mails leave it out.
  return_address: '',
  // The name above the return address.
  return_name: '',
  // The first two letters of order numbers, fixed once there is an order.
  order_prefix: numberPrefixes.order,
  // Whether refunds can be store credit, and the bonus in percent.
  credit_switch: 'off',
  credit_bonus: '0',
  // The value 'google' enables Google's translator on pages in languages without texts. With any other value, no part
  // of the translator is loaded.
  page_translator: 'local',
  // The time zone of the shop's days, such as `Europe/Stockholm`. Statistics use these days.
  time_zone: 'UTC',
  // 'registered' for tax, 'small_business' with an exemption, or empty as long as staff have not decided.
  tax_status: '',
  // Whether business buyers can enter a VAT number at checkout.
  business_buyers: 'off',
  // The provider of tax rates: 'table' for the shop's own rates.
  tax_provider: 'table',
  // The day of the loaded reference rates. Empty before they are loaded.
  tax_rates_loaded: '',
  // Whether staff need a second factor. The default is 'on'.
  staff_second_step: 'on',
  // The end of the grace period, as an ISO time. Empty means that the rule applies at once.
  staff_second_step_from: '',
  // The source of exchange rates: 'manual' for staff, 'ecb' for the European Central Bank.
  rate_source: 'manual',
  // The last state of the timer that fetches rates. Empty means none.
  rates_tried_at: '',
  rates_fetched_at: '',
  rates_problem: '',
  rates_problem_since: '',
  // Currencies that the source lacks.
  rates_by_hand: '',
} as const
export type SettingKey = keyof typeof defaults

const readAll = cacheValue([settings], async (db): Promise<Record<SettingKey, string>> => {
  const rows = await db.select().from(settings)
  return { ...defaults, ...Object.fromEntries(rows.map((row) => [row.key, row.value])) }
})

export async function readSetting(db: Database, key: SettingKey): Promise<string> {
  return (await readAll(db))[key]
}

export async function readSettings(db: Database): Promise<Record<SettingKey, string>> {
  return readAll(db)
}

/** Returns the translations of the shop's description, by language code. */
export function parseDescriptions({ site_descriptions: json }: { site_descriptions: string }): Record<string, string> {
  const parsed: unknown = JSON.parse(json)
  if (typeof parsed !== 'object' || parsed === null) return {}
  return Object.fromEntries(Object.entries(parsed).filter(([, text]) => typeof text === 'string' && text !== ''))
}

/** Returns the shop's own currency. Exchange rates, store credit and limits are in it. */
export async function readHomeCurrency(db: Database): Promise<string> {
  return (await readSetting(db, 'currency')) || undecidedCurrency
}

/** Returns the return address line by line with the name above it, or an empty string. */
export async function readReturnAddress(db: Database): Promise<string> {
  const { return_name: name, return_address: address } = await readAll(db)
  return address && [name, address].filter(Boolean).join('\n')
}

/** Returns the lines about the seller for mails and packing slips: name, address, registration and contact. */
export async function readSellerLines(db: Database): Promise<string[]> {
  const all = await readAll(db)
  const { seller_name: name, seller_address: address, seller_registration: registration } = all
  const joined = [
    [name, ...address.split('\n')],
    [registration, all.seller_vat_number],
    [all.seller_email, all.seller_phone],
  ]
  return joined.map((parts) => parts.filter(Boolean).join(', ')).filter(Boolean)
}

export const listCurrencies = cacheValue(
  [currencies],
  (db): Promise<Currency[]> =>
    db
      .select({
        id: currencies.id,
        code: currencies.code,
        symbol_left: currencies.symbolLeft,
        symbol_right: currencies.symbolRight,
      })
      .from(currencies)
      .orderBy(asc(currencies.sort), asc(currencies.code)),
)

/** The currency columns that are needed to format an amount, for joins. */
export const currencyStyle = {
  code: currencies.code,
  symbol_left: currencies.symbolLeft,
  symbol_right: currencies.symbolRight,
  decimals: currencies.decimals,
}

/** Cached formats of all currencies, by code. */
export const readCurrencyStyles = cacheValue([currencies], async (db): Promise<Map<string, CurrencyStyle>> => {
  const styles = await db.select(currencyStyle).from(currencies)
  return new Map(styles.map((style) => [style.code, style]))
})

export async function readCurrencyStyle(db: Database, code: string): Promise<CurrencyStyle> {
  const style = (await readCurrencyStyles(db)).get(code)
  if (!style) throw new Error(`There is no currency ${code}`)
  return style
}

/** Returns the price format of a currency for a reader's language. */
export async function readPriceStyle(db: Database, code: string, language: string): Promise<PriceStyle> {
  return { ...(await readCurrencyStyle(db, code)), language }
}

/**
 * Returns a function that formats amounts of a currency in a language, for mails, which are rendered on the server
 * only.
 */
export async function readPriceFormatter(db: Database, currency: string, language: string) {
  const style = await readPriceStyle(db, currency, language)
  return (amount: number): string => toWirePrice(amount, style).price
}

export const listLanguages = cacheValue(
  [languages],
  (db): Promise<Language[]> =>
    db
      .select({
        id: languages.id,
        code: languages.code,
        name: languages.ownName,
        english_name: languages.englishName,
        direction: languages.direction,
      })
      .from(languages)
      .orderBy(asc(languages.sort), asc(languages.ownName)),
)
