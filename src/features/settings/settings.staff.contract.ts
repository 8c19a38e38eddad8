import * as z from 'zod/mini'
import { filledText, findEmailProblem, problemCheck } from '#contract/calls/fields.ts'
import { defineStaffCall, StaffTime } from '#contract/calls/staff-call.ts'
import { defineStaffResource } from '#contract/calls/staff-resources.ts'
import { numberPrefixes } from '#contract/text/number-prefixes.ts'
import { isCountryCode } from './country-codes.rules.ts'
import { rateSourceNames } from './exchange-rates.rules.ts'
import { adjustmentLimits, convertedPrices, priceEndings, priceRules } from './price-endings.rules.ts'
import { isTimeZone, maxCreditBonus, maxDescription, taxProviderNames } from './settings.rules.ts'
import { normalizeVatNumber } from './vat.rules.ts'
import { findVatProblem } from './vat.staff.rules.ts'

const settings = { reads: 'settings:read', writes: 'settings:write' } as const
const Sort = z.int().check(z.gte(-100_000), z.lte(100_000))

const Code = z.string().check(z.regex(/^[A-Z]{3}$/), z.maxLength(3))

const AddressLines = z.array(filledText(100)).check(z.maxLength(8))

const takenPrefixes: readonly string[] = [numberPrefixes.return, numberPrefixes.ticket]
const Line = z.string().check(z.trim(), z.maxLength(100))

/** A VAT number as tax offices write it. If the country's rule is known, the check digits must match. */
const VatNumber = z.pipe(
  z.pipe(z.string().check(z.maxLength(40)), z.transform(normalizeVatNumber)),
  z.string().check(problemCheck(findVatProblem)),
)

const Description = z.string().check(z.trim(), z.maxLength(maxDescription))
const DescribedLanguage = z.string().check(z.regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})*$/), z.maxLength(11))

/** The settings of the shop, by group. */
const SettingsFields = z.object({
  shop: z.object({
    name: filledText(60),
    /** One or two sentences about the shop for search engines and link previews. Empty means a neutral sentence. */
    description: Description,
    /** Translations of the description, by language code. Languages without one show `description`. */
    descriptions: z.record(DescribedLanguage, Description),
    /** The time zone of the shop's days, such as `Europe/Stockholm`. Statistics, coupons and adverts use these days. */
    time_zone: z.string().check(z.maxLength(60), z.refine(isTimeZone, 'Enter a time zone such as Europe/Stockholm')),
    /** The shop's own currency. Rates, store credit and limits are in it. It is fixed once there is an order. */
    currency: Code,
    /** The prefix of order numbers. It is fixed once there is an order. */
    order_prefix: z.string().check(
      z.regex(
        /^[A-HJKMNP-Z]{2}$/,
        'Enter two capital letters. I, L and O are not allowed, because they look like digits.',
      ),
      z.maxLength(2),
      z.refine(
        (letters) => !takenPrefixes.includes(letters),
        'The numbers of returns or tickets already begin with this prefix',
      ),
    ),
  }),
  /** The legal seller. Without a name, the shop accepts no orders. */
  seller: z.object({
    name: Line,
    address: AddressLines,
    /** ISO code of the country whose tax rules apply to the seller. Empty means not chosen yet. */
    country: z.string().check(
      z.maxLength(2),
      z.refine((code) => code === '' || isCountryCode(code), 'An ISO code, such as DE'),
    ),
    /** The state or province, for countries whose taxes depend on it, such as `CA`. */
    region: Line,
    city: Line,
    postcode: z.string().check(z.trim(), z.maxLength(20)),
    /** The number at the local tax office, such as `37/512/40218`. Invoices show it if there is no VAT number. */
    tax_number: z.string().check(z.trim(), z.maxLength(40)),
    email: z.string().check(
      z.trim(),
      z.maxLength(100),
      problemCheck((email) => (email === '' ? null : findEmailProblem(email))),
    ),
    phone: z
      .string()
      .check(
        z.trim(),
        z.maxLength(30),
        z.regex(/^(?:\+?[\d ()/.-]{5,})?$/, 'Enter a phone number such as +45 70 20 14 88'),
      ),
    /** The number and place of registration, such as `CVR 13 58 56 28, Copenhagen`. */
    registration: Line,
    vat_number: VatNumber,
  }),
  tax: z.object({
    /** `registered`: charges tax. `small_business`: exempt from tax. Null as long as staff have not decided: no tax. */
    status: z.nullable(z.enum(['registered', 'small_business'])),
    /** Whether business buyers can enter a VAT number at checkout. */
    business_buyers: z.boolean(),
    /** `table`: the shop’s own rates. `stripe`: Stripe Tax, with the shop’s own rates if Stripe cannot be reached. */
    provider: z.enum(taxProviderNames),
  }),
  features: z.object({
    wishlist: z.boolean(),
    reviews: z.boolean(),
    chat: z.boolean(),
    /** The value `google` enables Google's translator on pages in languages without texts. */
    page_translator: z.enum(['local', 'google']),
  }),
  returns: z.object({
    /** The name above the return address. Empty means none. */
    name: Line,
    /** The address for returned parcels, line by line. */
    address: AddressLines,
    /** Whether refunds can be store credit, which customers can spend in this shop only. */
    as_credit: z.boolean(),
    /** The bonus on a refund as store credit, in percent. */
    credit_bonus: z.int().check(z.gte(0), z.lte(maxCreditBonus)),
  }),
  exchange_rates: z.object({
    /** `manual`: entered by staff. `ecb`: rates of the European Central Bank, fetched once a day. */
    source: z.enum(rateSourceNames),
  }),
})
export const ShopSettings = z.extend(SettingsFields, {
  shop: z.extend(SettingsFields.shape.shop, {
    /** Codes of the countries of all active markets. Markets are edited with `/markets`. */
    ships_to: z.array(z.string()),
    /** True once the shop has orders. The prefix can then no longer change. */
    is_order_prefix_fixed: z.boolean(),
    /** True once there is an order or store credit. The currency can then no longer change. */
    is_currency_fixed: z.boolean(),
  }),
  exchange_rates: z.extend(SettingsFields.shape.exchange_rates, {
    fetched_at: z.nullable(StaffTime),
    /** The problem of the last fetch. After a failure the known rates stay. */
    problem: z.nullable(z.string()),
    /** Currencies that the source lacks. Staff enter their rates. */
    by_hand: z.array(z.string()),
  }),
})
export type ShopSettings = z.output<typeof ShopSettings>

export const getSettings = defineStaffCall({
  method: 'GET',
  path: '/settings',
  about: 'Returns the settings of the shop, by group.',
  scope: settings.reads,
  input: z.object({}),
  output: ShopSettings,
  example: { input: {} },
})

export const editSettings = defineStaffCall({
  method: 'PATCH',
  path: '/settings',
  about: 'Changes settings. Omitted groups and fields stay unchanged.',
  scope: settings.writes,
  input: z.object({
    shop: z.optional(z.partial(SettingsFields.shape.shop)),
    seller: z.optional(z.partial(SettingsFields.shape.seller)),
    tax: z.optional(z.partial(SettingsFields.shape.tax)),
    features: z.optional(z.partial(SettingsFields.shape.features)),
    returns: z.optional(z.partial(SettingsFields.shape.returns)),
    exchange_rates: z.optional(SettingsFields.shape.exchange_rates),
  }),
  output: ShopSettings,
  example: { input: { shop: { name: 'Harbor' }, features: { chat: true } } },
})

const CurrencyFields = z.object({
  name: filledText(60),
  symbol_left: z.string().check(z.maxLength(6)),
  symbol_right: z.string().check(z.maxLength(6)),
  /** Converted prices are rounded to multiples of this many minor units. */
  rounding: z.int().check(z.positive(), z.lte(1_000_000)),
  sort: Sort,
  /**
   * `converted`: prices follow the rate, unless set by hand. `own`: a product without its own price is not sold in this
   * currency.
   */
  price_rule: z.enum(priceRules),
  /** The ending of converted prices: the nearest price with the ending is used. `9` is the last whole digit. */
  price_ending: z.enum(priceEndings),
  /** The adjustment of converted prices before the ending, in thousandths of a percent: 5000 is 5 % more. */
  price_adjustment: z.int().check(z.gte(adjustmentLimits.least), z.lte(adjustmentLimits.most)),
  /** Units per unit of the shop's own currency. */
  rate: z.number().check(z.positive(), z.lte(10_000_000)),
})
export const StaffCurrency = z.extend(CurrencyFields, {
  code: Code,
  decimals: z.int(),
  rate_as_of: StaffTime,
  rate_source: z.enum(rateSourceNames),
})
export type StaffCurrency = z.output<typeof StaffCurrency>

export const {
  list: listStaffCurrencies,
  get: getCurrency,
  create: createCurrency,
  edit: editCurrency,
  remove: removeCurrency,
} = defineStaffResource({
  ...settings,
  path: '/currencies',
  key: 'code',
  keyType: Code,
  one: 'a currency',
  many: 'currencies in which prices can be shown, with their exchange rates',
  fields: CurrencyFields,
  create: z.extend(CurrencyFields, {
    code: Code,
    /** The decimals of the currency. The number never changes, because amounts are stored in minor units. */
    decimals: z.int().check(z.gte(0), z.lte(4)),
    symbol_left: z._default(CurrencyFields.shape.symbol_left, ''),
    symbol_right: z._default(CurrencyFields.shape.symbol_right, ''),
    rounding: z._default(CurrencyFields.shape.rounding, 1),
    price_rule: z._default(CurrencyFields.shape.price_rule, convertedPrices.priceRule),
    price_ending: z._default(CurrencyFields.shape.price_ending, convertedPrices.priceEnding),
    price_adjustment: z._default(CurrencyFields.shape.price_adjustment, convertedPrices.priceAdjustment),
    sort: z._default(Sort, 0),
  }),
  output: StaffCurrency,
  example: {
    key: 'THB',
    create: { code: 'THB', name: 'Thai baht', symbol_left: '฿', decimals: 2, rounding: 100, rate: 35.1 },
    edit: { rate: 35.4 },
  },
})

export const fetchExchangeRates = defineStaffCall({
  method: 'POST',
  path: '/currencies/fetch-rates',
  about:
    'Fetches the day’s rates from the configured source, at most once a minute. Implausible rates are not saved. If the source has no rates, all rates stay unchanged. `problem` contains the reason.',
  scope: settings.writes,
  asksOthers: true,
  input: z.object({}),
  output: z.extend(ShopSettings.shape.exchange_rates, {
    /** Currencies whose rates changed. */
    changed: z.array(Code),
  }),
  example: { input: {} },
})

/** A BCP 47 code such as `zh-CN`. */
const LanguageCode = z.string().check(z.regex(/^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-[A-Z]{2})?$/), z.maxLength(11))
const Name = filledText(60)
const LanguageFields = z.object({
  /** The name in the language itself. */
  name: Name,
  english_name: Name,
  direction: z.enum(['ltr', 'rtl']),
  sort: Sort,
})
export const StaffLanguage = z.extend(LanguageFields, { code: LanguageCode, id: z.int() })
export type StaffLanguage = z.output<typeof StaffLanguage>

export const {
  list: listStaffLanguages,
  get: getLanguage,
  create: createLanguage,
  edit: editLanguage,
  remove: removeLanguage,
} = defineStaffResource({
  ...settings,
  path: '/languages',
  key: 'code',
  keyType: LanguageCode,
  one: 'a language',
  many: 'languages that the shop offers',
  fields: LanguageFields,
  create: z.extend(LanguageFields, {
    code: LanguageCode,
    direction: z._default(LanguageFields.shape.direction, 'ltr'),
    sort: z._default(Sort, 0),
  }),
  output: StaffLanguage,
  example: {
    key: 'rm',
    create: { code: 'rm', name: 'Rumantsch', english_name: 'Romansh' },
    edit: { sort: 40 },
  },
})
