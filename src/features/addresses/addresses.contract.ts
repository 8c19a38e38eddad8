import * as z from 'zod/mini'
import { defineCall } from '#contract/calls/call.ts'
import { inData } from '#contract/calls/envelopes.ts'
import { problemCheck, queryNumber } from '#contract/calls/fields.ts'
import { msg } from '#contract/text/translate.ts'
import { isCountryCode } from '#features/settings/country-codes.rules.ts'
import { findCountryCode } from '#features/settings/country-names.rules.ts'
import {
  type AddressField,
  addressBookSize,
  addressFieldLengths,
  addressFormNames,
  findAddressProblem,
} from './addresses.rules.ts'

const field = (name: AddressField) =>
  z.prefault(
    z.string().check(
      z.trim(),
      problemCheck((value) => findAddressProblem(name, value)),
      z.maxLength(addressFieldLengths[name]),
    ),
    '',
  )

const AddressId = z.string().check(z.maxLength(64))

/** Country as an ISO code (`US`) or as its English name. Parsing returns the code. */
const CountryInput = z.pipe(
  z.pipe(
    field('country'),
    z.transform((text: string) => findCountryCode(text) ?? text),
  ),
  z.string().check(z.refine(isCountryCode, msg('Please choose a country'))),
)

/** Fields of an address as a shopper types them. The field names match the shipping address of an order. */
export const addressFields = {
  firstname: field('firstname'),
  lastname: field('lastname'),
  telephone: field('telephone'),
  address_1: field('address_1'),
  address_2: field('address_2'),
  house_num: field('house_num'),
  city: field('city'),
  state: field('state'),
  country: CountryInput,
  postcode: field('postcode'),
}

export const AddressInput = z.object(addressFields)
export type AddressInput = z.output<typeof AddressInput>

export const Address = z.object({
  id: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  telephone: z.string(),
  address_1: z.string(),
  address_2: z.string(),
  house_num: z.string(),
  city: z.string(),
  /** Name of the state or region, in the reader's language. */
  state: z.string(),
  /** Code of the region in its country, such as `ME`. Null for a text that is no region of the country. */
  state_code: z.nullable(z.string()),
  /** Name of the country, in the reader's language. */
  country: z.string(),
  /** ISO code. Null for an old address whose text does not match a country. */
  country_code: z.nullable(z.string()),
  postcode: z.string(),
  /** The place in the order of its country, joined with commas. */
  formatted: z.string(),
  is_default: z.boolean(),
})
export type Address = z.output<typeof Address>

const Country = z.object({ code: z.string(), name: z.string() })
export type Country = z.output<typeof Country>

export const listCountries = defineCall({
  method: 'GET',
  path: '/rest/countries',
  about:
    'Lists all ISO 3166 countries, or only those that the shop ships to. Names and sort order follow the language of the request.',
  access: 'anyone',
  envelope: inData,
  input: z.object({ only: z.optional(z.enum(['shipped_to'])) }),
  output: z.array(Country),
})

export const AddressFormat = z.object({
  /** ISO code. Empty for the format with which a form starts while no country is chosen. */
  country_code: z.string(),
  /** Fields in the order of a form, without the country. */
  fields: z.array(
    z.object({
      name: z.enum(addressFormNames),
      /** English label, which is also the name of its translation. */
      label: z.string(),
      /** Value of the HTML attribute `autocomplete`. */
      autocomplete: z.string(),
      is_required: z.boolean(),
      /** Whether two neighboring fields share a row. */
      is_half: z.boolean(),
      /** Whether the field takes digits only. */
      is_numeric: z.boolean(),
    }),
  ),
  /** Values of the field `state`. Empty if the state is a free text. */
  regions: z.array(z.object({ code: z.string(), name: z.string() })),
  /** Regular expression of postcodes, in uppercase without spaces and hyphens. */
  postcode_pattern: z.nullable(z.string()),
  postcode_example: z.nullable(z.string()),
})
export type AddressFormat = z.output<typeof AddressFormat>

export const getAddressFormat = defineCall({
  method: 'GET',
  path: '/rest/countries/:code/address-format',
  about:
    'Returns the fields of a country’s addresses in their order, with labels, required fields, regions and the format of postcodes. The code `first` returns the format with which a form starts: of the only country that the shop ships to, else of any country.',
  access: 'anyone',
  envelope: inData,
  input: z.object({ code: z.string().check(z.regex(/^(?:[A-Z]{2}|first)$/), z.maxLength(5)) }),
  output: AddressFormat,
})

export const listAddresses = defineCall({
  method: 'GET',
  path: '/rest/address',
  about: 'Lists the addresses of the customer: the default first, then the newest.',
  access: 'customer',
  envelope: inData,
  input: z.object({ limit: z._default(queryNumber(1, addressBookSize), addressBookSize) }),
  output: z.array(Address),
})

export const addAddress = defineCall({
  method: 'POST',
  path: '/rest/address',
  about:
    'Adds an address. The first address becomes the default. If the same address exists, returns the existing one.',
  access: 'customer',
  envelope: inData,
  input: z.object({ ...addressFields, is_default: z._default(z.boolean(), false) }),
  output: Address,
})

export const editAddress = defineCall({
  method: 'POST',
  path: '/rest/address/:id',
  about: 'Changes an address. Existing orders keep the address with which they were placed.',
  access: 'customer',
  envelope: inData,
  input: z.object({ ...addressFields, id: AddressId, is_default: z._default(z.boolean(), false) }),
  output: Address,
})

export const deleteAddress = defineCall({
  method: 'POST',
  path: '/rest/address/:id/delete',
  about: 'Deletes an address. If it was the default, the newest remaining address becomes the default.',
  access: 'customer',
  envelope: inData,
  input: z.object({ id: AddressId }),
  output: z.null(),
})

export const makeAddressDefault = defineCall({
  method: 'POST',
  path: '/rest/address/:id/default',
  about: 'Sets an address as the default, which forms preselect.',
  access: 'customer',
  envelope: inData,
  input: z.object({ id: AddressId }),
  output: Address,
})
