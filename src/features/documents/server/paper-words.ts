import { toPriceValue, writePrice } from '#contract/money/money.ts'
import { isolate } from '#contract/text/format-message.ts'
import { type Catalogue, createTranslate, type Translate } from '#contract/text/translate.ts'
import { projectFolder } from '#server/project-folder.ts'
import { readCatalogue } from '#words/read-catalogue.ts'
import type { DocumentSnapshot } from '../document-snapshot.rules.ts'
import type { Direction } from './render/text-runs.ts'

/** Texts and formats of a paper in one language. */
export type PaperWords = {
  t: Translate
  language: string
  direction: Direction
  /** `12 November 2026` for a day, `November 2026` for a month. */
  date(day: string): string
  /** `20%` for 20000. */
  rate(rate: number): string
  country(code: string): string
  /** Gives a name or an address its own direction within a right-to-left text. */
  own(text: string): string
  currencyName(code: string): string
  /** A bare figure with the decimals of the currency: `1,118.98`. */
  figure(amount: number): string
  /** An amount with the sign of the currency: `€1,118.98`. */
  money(amount: number): string
}

// Papers have catalogues of their own, because their texts are on no screen of the shop.
const folder = new URL('src/features/documents/server/words/', projectFolder)

/** Returns the texts of papers in a language, or in English for a language without texts. */
export async function readPaperWords(
  wanted: string,
  sellerCountry: string,
  currency: DocumentSnapshot['currency'],
): Promise<PaperWords> {
  const found = await readCatalogue(wanted, folder)
  const language = found ? wanted : 'en'
  const catalogue: Catalogue = found ?? (await readCatalogue('en', folder)) ?? {}
  // English dates follow the seller: `November 12, 2026` in the United States.
  const locale = language === 'en' ? (sellerCountry === 'US' ? 'en-US' : 'en-GB') : language
  const tag = `${locale}-u-nu-latn-ca-gregory`
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' })
  const month = new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 3 })
  const figures = new Intl.NumberFormat(tag, {
    minimumFractionDigits: currency.decimals,
    maximumFractionDigits: currency.decimals,
  })
  const regions = new Intl.DisplayNames(locale, { type: 'region' })
  const currencies = new Intl.DisplayNames(locale, { type: 'currency' })
  const value = (amount: number) => toPriceValue(amount, currency.decimals)
  return {
    t: createTranslate({ language, catalogue }),
    language,
    direction: language === 'ar' || language === 'he' ? 'rtl' : 'ltr',
    date: (text) => clean((text.length === 7 ? month : day).format(new Date(text.length === 7 ? `${text}-01` : text))),
    rate: (rate) => isolate(`${clean(percent.format(rate / 100_000))}`, language),
    own: (text) => isolate(text, language),
    country: (code) => (code === '' ? '' : (regions.of(code) ?? code)),
    currencyName: (code) => capitalize(currencies.of(code) ?? code, locale),
    figure: (amount) => minus(clean(figures.format(value(amount) as Intl.StringNumericLiteral))),
    money: (amount) => minus(writePrice(value(amount), { ...currency, language: locale })),
  }
}

/** Removes direction marks, which would show as missing characters, and replaces narrow spaces. */
const clean = (text: string) => text.replace(/\s/g, '\u00a0').replace(/[\u061c\u200e\u200f]/g, '')
/** Prints the minus sign (U+2212), which is as wide as a digit. */
const minus = (text: string) => text.replace(/[-\u2010\u2011]/g, '\u2212')
const capitalize = (text: string, locale: string) => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)
