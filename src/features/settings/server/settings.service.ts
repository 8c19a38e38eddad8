import { asc } from 'drizzle-orm'
import { type CurrencyStyle, type PriceStyle, toWirePrice } from '#contract/money/money.ts'
import { numberPrefixes } from '#contract/text/number-prefixes.ts'
import { keepCopy } from '#server/cache/kept-copies.ts'
import type { Database } from '#server/database/database.ts'
import { countryCodes, isCountryCode } from '../country-codes.rules.ts'
import type { Currency, Language } from '../settings.contract.ts'
import { currencies, languages, settings } from './settings.tables.ts'

/** What the shop does where nobody decided otherwise. */
const defaults = {
  site_name: 'Harbor',
  open_collect: '1',
  reviews_switch: 'on',
  chat_switch: 'on',
  // Who sells here, by law: without a name the shop takes no orders.
  seller_name: '',
  seller_address: '',
  seller_email: '',
  seller_phone: '',
  // Its number in a register, and which; shown with its name.
  seller_registration: '',
  seller_vat_number: '',
  // Where shoppers send what comes back, line by line; without one, pages and mails leave it out.
  return_address: '',
  // The name above that address.
  return_name: '',
  // What numbers of orders begin with: two letters, fixed once there is one.
  order_prefix: numberPrefixes.order,
  // Whether a refund can come as store credit, and what the shop adds to it, in per cent.
  credit_switch: 'off',
  credit_bonus: '0',
  // ISO codes, `US,GB`: checkout takes these countries only. Empty means every country.
  ships_to: '',
  // 'google' lets that translator into pages whose language we have no words for; nothing of it is loaded otherwise.
  page_translator: 'local',
  // Where the shop's days begin and end, as `Europe/Stockholm`: figures are told by them.
  time_zone: 'UTC',
  // Whether whoever works here must have a second step: 'on' unless the shop decides otherwise.
  staff_second_step: 'on',
  // Who says the exchange rates: 'manual' is staff, 'ecb' the European Central Bank.
  rate_source: 'manual',
  // What the timer that fetches them saw last; empty is nothing.
  rates_tried_at: '',
  rates_fetched_at: '',
  rates_problem: '',
  rates_problem_since: '',
  // Currencies that the source does not know.
  rates_by_hand: '',
} as const
export type SettingKey = keyof typeof defaults

const readAll = keepCopy([settings], async (db): Promise<Record<SettingKey, string>> => {
  const rows = await db.select().from(settings)
  return { ...defaults, ...Object.fromEntries(rows.map((row) => [row.key, row.value])) }
})

export async function readSetting(db: Database, key: SettingKey): Promise<string> {
  return (await readAll(db))[key]
}

export async function readSettings(db: Database): Promise<Record<SettingKey, string>> {
  return readAll(db)
}

/** Returns the countries that the shop ships to. A shop that has not named any ships everywhere. */
export async function readShipsTo(db: Database): Promise<readonly string[]> {
  const named = (await readSetting(db, 'ships_to')).split(',').filter(isCountryCode)
  return named.length > 0 ? named : countryCodes
}

/** Where shoppers send what comes back, line by line, with the name above it; empty where the shop has not said. */
export async function readReturnAddress(db: Database): Promise<string> {
  const { return_name: name, return_address: address } = await readAll(db)
  return address && [name, address].filter(Boolean).join('\n')
}

/** Who sells here, as letters and slips say it: name and address, what they are registered as, how they are reached. */
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

export const listCurrencies = keepCopy(
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

/** What showing money needs of a currency, to be read with whatever is shown in it. */
export const currencyStyle = {
  code: currencies.code,
  symbol_left: currencies.symbolLeft,
  symbol_right: currencies.symbolRight,
  decimals: currencies.decimals,
}

/** How every currency is written, by its code. */
export const readCurrencyStyles = keepCopy([currencies], async (db): Promise<Map<string, CurrencyStyle>> => {
  const styles = await db.select(currencyStyle).from(currencies)
  return new Map(styles.map((style) => [style.code, style]))
})

export async function readCurrencyStyle(db: Database, code: string): Promise<CurrencyStyle> {
  const style = (await readCurrencyStyles(db)).get(code)
  if (!style) throw new Error(`There is no currency ${code}`)
  return style
}

/** Returns how prices of a currency are written for one reader. */
export async function readPriceStyle(db: Database, code: string, language: string): Promise<PriceStyle> {
  return { ...(await readCurrencyStyle(db, code)), language }
}

/** Returns a function that writes amounts of a currency as the language does: for mails, which have no screen to do it. */
export async function readPriceWriter(db: Database, currency: string, language: string) {
  const style = await readPriceStyle(db, currency, language)
  return (amount: number): string => toWirePrice(amount, style).price
}

export const listLanguages = keepCopy(
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
