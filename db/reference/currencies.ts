import type { currencies, currencyRates } from '#features/settings/server/settings.tables.ts'

type Line = [code: string, name: string, left: string, right: string, decimals: number, rounding: number, rate: number]

/**
 * The currencies with their rates in units per US dollar, the currency of a shop that has not chosen its own. The last number is the step, in minor units, to which shops
 * of the country round prices.
 */
const lines: Line[] = [
  ['USD', 'US dollar', '$', '', 2, 1, 1],
  ['EUR', 'Euro', '€', '', 2, 1, 0.9214],
  ['GBP', 'British pound', '£', '', 2, 1, 0.7865],
  ['CAD', 'Canadian dollar', 'CA$', '', 2, 1, 1.3712],
  ['AUD', 'Australian dollar', 'A$', '', 2, 1, 1.5228],
  ['NZD', 'New Zealand dollar', 'NZ$', '', 2, 1, 1.6641],
  ['SEK', 'Swedish krona', '', ' kr', 2, 100, 10.4826],
  ['NOK', 'Norwegian krone', '', ' kr', 2, 100, 10.7413],
  ['DKK', 'Danish krone', '', ' kr.', 2, 100, 6.8735],
  ['CHF', 'Swiss franc', 'CHF ', '', 2, 5, 0.8932],
  ['PLN', 'Polish złoty', '', ' zł', 2, 1, 3.9641],
  ['CZK', 'Czech koruna', '', ' Kč', 2, 100, 23.1854],
  ['HUF', 'Hungarian forint', '', ' Ft', 2, 1000, 361.42],
  ['JPY', 'Japanese yen', '¥', '', 0, 10, 149.36],
  ['KRW', 'South Korean won', '₩', '', 0, 100, 1342.5],
  ['CNY', 'Chinese yuan', 'CN¥', '', 2, 1, 7.1934],
  ['HKD', 'Hong Kong dollar', 'HK$', '', 2, 10, 7.8127],
  ['TWD', 'New Taiwan dollar', 'NT$', '', 2, 100, 31.842],
  ['SGD', 'Singapore dollar', 'S$', '', 2, 1, 1.3418],
  ['INR', 'Indian rupee', '₹', '', 2, 100, 83.214],
  ['AED', 'UAE dirham', 'AED ', '', 2, 1, 3.6725],
  ['SAR', 'Saudi riyal', 'SAR ', '', 2, 1, 3.75],
  ['ILS', 'Israeli shekel', '₪', '', 2, 10, 3.6987],
  ['MXN', 'Mexican peso', 'MX$', '', 2, 100, 17.1253],
  ['BRL', 'Brazilian real', 'R$', '', 2, 1, 5.0618],
  ['KWD', 'Kuwaiti dinar', 'KWD ', '', 3, 5, 0.3076],
]

export const referenceCurrencies: (typeof currencies.$inferInsert)[] = lines.map(
  ([code, name, symbolLeft, symbolRight, decimals, roundingAmount], at) => ({
    id: at + 1,
    code,
    name,
    symbolLeft,
    symbolRight,
    decimals,
    roundingAmount,
    sort: at,
  }),
)

/** The date of the initial rates, which shows that the rates are not current. */
const asOf = new Date('2026-06-15T00:00:00Z')

export const referenceRates: (typeof currencyRates.$inferInsert)[] = lines.map(([currency, , , , , , rate]) => ({
  currency,
  rate,
  asOf,
}))
