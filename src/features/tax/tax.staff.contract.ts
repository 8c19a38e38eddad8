import * as z from 'zod/mini'
import { filledText } from '#contract/calls/fields.ts'
import { StaffMoney } from '#contract/calls/staff-call.ts'
import { defineStaffResource } from '#contract/calls/staff-resources.ts'
import { isCountryCode } from '#features/settings/country-codes.rules.ts'
import { fullRate } from './tax-amounts.rules.ts'

const Day = z.iso.date().check(z.maxLength(10))
const Country = z
  .string()
  .check(z.maxLength(2), z.refine(isCountryCode, 'Enter the ISO code of a country, such as DE.'))
/** The ISO 3166-2 code of a region without its country, such as `CA`. Empty means the whole country. */
const Region = z.string().check(z.regex(/^[A-Z0-9]{0,3}$/, 'Enter the code of a region, such as CA.'), z.maxLength(3))
const Id = z.string().check(z.minLength(1), z.maxLength(40))
const CategoryCode = z
  .string()
  .check(z.maxLength(40), z.regex(/^[a-z0-9]+(?:[-_][a-z0-9]+)*$/, 'Use small letters, digits and underscores.'))
const Sort = z.int().check(z.gte(-100_000), z.lte(100_000))

const CategoryFields = z.object({ name: filledText(60), sort: Sort })
export const TaxCategory = z.extend(CategoryFields, { code: CategoryCode })
export type TaxCategory = z.output<typeof TaxCategory>

export const {
  list: listTaxCategories,
  get: getTaxCategory,
  create: createTaxCategory,
  edit: editTaxCategory,
  remove: removeTaxCategory,
} = defineStaffResource({
  path: '/tax-categories',
  key: 'code',
  keyType: CategoryCode,
  one: 'a tax category',
  many: 'tax categories',
  reads: 'settings:read',
  writes: 'settings:write',
  fields: CategoryFields,
  create: z.extend(CategoryFields, { code: CategoryCode, sort: z._default(Sort, 0) }),
  output: TaxCategory,
  example: { key: 'clothing', create: { code: 'books', name: 'Books' }, edit: { name: 'Clothing and shoes' } },
})

const RateFields = z.object({
  /** The name on invoices, such as `VAT`. */
  name: filledText(40),
  /** The rate in thousandths of a percent: 19 % is 19000. */
  rate: z.int().check(z.gte(0), z.lte(fullRate)),
  valid_from: Day,
  /** The last day of the rate. Null means no end date. */
  valid_until: z.nullable(Day),
})
const RatePlace = {
  country: Country,
  region: Region,
  /** The code of a tax category. Null means all products without a rate of their category. */
  category: z.nullable(CategoryCode),
}
export const TaxRate = z.extend(RateFields, {
  ...RatePlace,
  id: Id,
  /** The source of a reference rate. Empty for a rate that staff added. */
  source: z.string(),
  /** The day on which the source was read. */
  source_date: z.nullable(Day),
})
export type TaxRate = z.output<typeof TaxRate>

/** The rates of a country, region and category never overlap. A new rate ends the current one the day before. */
export const {
  list: listTaxRates,
  get: getTaxRate,
  create: createTaxRate,
  edit: editTaxRate,
  remove: removeTaxRate,
} = defineStaffResource({
  path: '/tax-rates',
  key: 'id',
  keyType: Id,
  one: 'a tax rate',
  many: 'tax rates',
  reads: 'settings:read',
  writes: 'settings:write',
  fields: RateFields,
  create: z.extend(RateFields, {
    ...RatePlace,
    name: z._default(RateFields.shape.name, 'VAT'),
    region: z._default(Region, ''),
    category: z._default(RatePlace.category, null),
    valid_until: z._default(RateFields.shape.valid_until, null),
  }),
  output: TaxRate,
  example: {
    key: 'FR',
    create: { country: 'IS', rate: 24_000, valid_from: '2015-01-01' },
    edit: { name: 'TVA' },
  },
})

const Money = StaffMoney.check(z.refine(({ amount }) => amount >= 0, 'Enter an amount of zero or more.'))
const RegistrationFields = z.object({
  /** The number of the registration, as tax offices write it. */
  number: z.string().check(z.trim(), z.maxLength(40)),
  /** The highest order total that the registration covers. Null means all orders. */
  limit: z.nullable(Money),
  valid_from: Day,
  valid_until: z.nullable(Day),
})
const RegistrationPlace = {
  /**
   * `domestic`: the seller’s own country. `oss`: the EU One-Stop Shop for all other EU countries. `destination`: another
   * country, or a US state.
   */
  scheme: z.enum(['domestic', 'oss', 'destination']),
  /** The country of the registration. For `oss` it is the country in which the seller files the returns. */
  country: Country,
  region: Region,
}
export const TaxRegistration = z.extend(RegistrationFields, { ...RegistrationPlace, id: Id })
export type TaxRegistration = z.output<typeof TaxRegistration>

export const {
  list: listTaxRegistrations,
  get: getTaxRegistration,
  create: createTaxRegistration,
  edit: editTaxRegistration,
  remove: removeTaxRegistration,
} = defineStaffResource({
  path: '/tax-registrations',
  key: 'id',
  keyType: Id,
  one: 'a tax registration',
  many: 'tax registrations',
  reads: 'settings:read',
  writes: 'settings:write',
  fields: RegistrationFields,
  create: z.extend(RegistrationFields, {
    ...RegistrationPlace,
    region: z._default(Region, ''),
    number: z._default(RegistrationFields.shape.number, ''),
    limit: z._default(RegistrationFields.shape.limit, null),
    valid_until: z._default(RegistrationFields.shape.valid_until, null),
  }),
  output: TaxRegistration,
  example: {
    key: 'vkbhzxm2w0q5t8n1c4r7y9d3',
    create: {
      scheme: 'destination',
      country: 'GB',
      number: 'GB220430231',
      limit: { amount: 16_000, currency: 'EUR' },
      valid_from: '2021-01-01',
    },
    edit: { number: 'GB 220 4302 31' },
  },
})
