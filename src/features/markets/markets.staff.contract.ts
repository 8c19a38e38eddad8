import * as z from 'zod/mini'
import { filledText } from '#contract/calls/fields.ts'
import { defineStaffCall } from '#contract/calls/staff-call.ts'
import { defineStaffResource } from '#contract/calls/staff-resources.ts'
import { isCountryCode } from '#features/settings/country-codes.rules.ts'

/** 200: more than the postal areas of a country that a shop leaves out. */
export const maxExcludedPostcodes = 200

const CurrencyCode = z.string().check(z.regex(/^[A-Z]{3}$/), z.maxLength(3))
const LanguageCode = z.string().check(z.regex(/^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-[A-Z]{2})?$/), z.maxLength(11))
/** The beginning of a postal code. */
const PostcodeStart = z
  .string()
  .check(
    z.trim(),
    z.regex(/^[A-Za-z0-9][A-Za-z0-9 -]*$/, 'The beginning of a postal code, such as BT'),
    z.maxLength(12),
  )

const MarketCountry = z.object({
  /** ISO code such as `GB`. */
  country: z.string().check(z.maxLength(2), z.refine(isCountryCode, 'An ISO code, such as DE')),
  /** Beginnings of postal codes that the shop does not deliver to, such as `BT` for Northern Ireland. */
  excluded_postcodes: z._default(z.array(PostcodeStart).check(z.maxLength(maxExcludedPostcodes)), []),
})

const MarketFields = z.object({
  name: filledText(60),
  /** The first currency of visitors of these countries. */
  currency: CurrencyCode,
  /** `included`: prices include tax. `added`: tax is added at checkout. */
  tax_display: z.enum(['included', 'added']),
  /** Languages of the market. Visitors see the first one unless they choose another. */
  languages: z.array(LanguageCode).check(z.maxLength(50)),
  /** Shoppers can only order to countries of active markets. */
  status: z.enum(['draft', 'active']),
  // 250: above the 249 ISO countries.
  /** A country belongs to one market only. An edit replaces the whole list. */
  countries: z.array(MarketCountry).check(z.maxLength(250)),
  sort: z.int().check(z.gte(-100_000), z.lte(100_000)),
})
/** Names the market in addresses, such as `united-kingdom`. It never changes. */
const MarketId = z.string().check(z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/), z.maxLength(40))
export const StaffMarket = z.extend(MarketFields, { id: MarketId })
export type StaffMarket = z.output<typeof StaffMarket>

export const {
  list: listMarkets,
  get: getMarket,
  create: createMarket,
  edit: editMarket,
  remove: removeMarket,
} = defineStaffResource({
  path: '/markets',
  key: 'id',
  keyType: MarketId,
  one: 'a market, which is a group of countries with one currency and its own shipping methods',
  many: 'markets with their countries',
  reads: 'settings:read',
  writes: 'settings:write',
  fields: MarketFields,
  create: z.extend(MarketFields, {
    id: MarketId,
    tax_display: z._default(MarketFields.shape.tax_display, 'included'),
    languages: z._default(MarketFields.shape.languages, []),
    status: z._default(MarketFields.shape.status, 'draft'),
    countries: z._default(MarketFields.shape.countries, []),
    sort: z._default(MarketFields.shape.sort, 0),
  }),
  output: StaffMarket,
  example: {
    key: 'worldwide',
    create: { id: 'antarctica', name: 'Antarctica', currency: 'USD' },
    edit: { sort: 5 },
  },
})

export const getMarketUse = defineStaffCall({
  method: 'GET',
  path: '/markets/:id/use',
  about: 'Returns whether a market is in use. Its currency stays once there is an order in it.',
  scope: 'settings:read',
  input: z.object({ id: MarketId }),
  output: z.object({
    /** Whether an order in the currency of the market went to one of its countries. */
    has_orders: z.boolean(),
  }),
  example: { input: { id: 'worldwide' } },
})
