import type { StaffCurrency } from '#features/settings/settings.staff.contract.ts'
import type { StaffMarket } from '../markets.staff.contract.ts'
import type { ShippingMethod } from '../shipping-methods.staff.contract.ts'
import { type MethodRow, toMethodRow } from './method-rows.rules.ts'

/** Form values of the page of a market. The price rule belongs to the currency of the market. */
export type MarketForm = Pick<StaffMarket, 'countries' | 'currency' | 'tax_display'> &
  Pick<StaffCurrency, 'price_rule' | 'price_ending' | 'price_adjustment'> & {
    /** The code of the default language. Empty means the language of the shop. */
    language: string
    methods: MethodRow[]
  }

export const marketFormNames: Readonly<Record<keyof MarketForm, string>> = {
  countries: 'countries',
  currency: 'currency',
  language: 'default language',
  tax_display: 'tax display',
  methods: 'shipping methods',
  price_rule: 'price rule',
  price_ending: 'price ending',
  price_adjustment: 'price adjustment',
}

type Rule = Pick<StaffCurrency, 'price_rule' | 'price_ending' | 'price_adjustment'>

export function toMarketForm(market: StaffMarket, methods: ShippingMethod[], rule: Rule): MarketForm {
  const { countries, currency, tax_display, languages } = market
  const { price_rule, price_ending, price_adjustment } = rule
  return {
    ...{ countries, currency, tax_display, price_rule, price_ending, price_adjustment },
    language: languages[0] ?? '',
    methods: methods.map(toMethodRow),
  }
}

/** Returns the changed fields of the market. The default language is the first language, and the others stay. */
export function toSentMarketFields(changed: Partial<MarketForm>, languages: readonly string[]) {
  const { countries, currency, language, tax_display } = changed
  return {
    ...(countries && { countries }),
    ...(currency && { currency }),
    ...(tax_display && { tax_display }),
    ...(language !== undefined && {
      languages: [...(language === '' ? [] : [language]), ...languages.slice(1).filter((code) => code !== language)],
    }),
  }
}

/** Returns the changed fields of the price rule. */
export function toSentRule({ price_rule, price_ending, price_adjustment }: Partial<MarketForm>) {
  return {
    ...(price_rule && { price_rule }),
    ...(price_ending && { price_ending }),
    ...(price_adjustment !== undefined && { price_adjustment }),
  }
}
