import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { inData } from '#contract/envelopes.ts'
import { problemCheck, queryNumber } from '#contract/fields.ts'
import { type AddressField, addressBookSize, findAddressProblem } from './addresses.rules.ts'

const field = (name: AddressField) =>
  z._default(z.string(), '').check(
    z.trim(),
    problemCheck((value) => findAddressProblem(name, value)),
  )

/** What a shopper types; the names are those of an order's shipping address. */
export const AddressInput = z.object({
  firstname: field('firstname'),
  lastname: field('lastname'),
  telephone: field('telephone'),
  address_1: field('address_1'),
  address_2: field('address_2'),
  house_num: field('house_num'),
  city: field('city'),
  state: field('state'),
  country: field('country'),
  postcode: field('postcode'),
})
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
  state: z.string(),
  country: z.string(),
  postcode: z.string(),
  is_default: z.boolean(),
})
export type Address = z.output<typeof Address>

export const listAddresses = defineCall({
  method: 'GET',
  path: '/rest/address',
  about: 'The address book: the default first, then the newest.',
  access: 'customer',
  envelope: inData,
  input: z.object({ limit: z._default(queryNumber(1, addressBookSize), addressBookSize) }),
  output: z.array(Address),
})

export const addAddress = defineCall({
  method: 'POST',
  path: '/rest/address',
  about: 'Adds an address; the first one becomes the default. The same address again is the one already there.',
  access: 'customer',
  envelope: inData,
  input: z.extend(AddressInput, { is_default: z._default(z.boolean(), false) }),
  output: Address,
})

export const editAddress = defineCall({
  method: 'POST',
  path: '/rest/address/:id',
  about: 'Changes an address. Orders made with it keep what they were made with.',
  access: 'customer',
  envelope: inData,
  input: z.extend(AddressInput, { id: z.string(), is_default: z._default(z.boolean(), false) }),
  output: Address,
})

export const deleteAddress = defineCall({
  method: 'POST',
  path: '/rest/address/:id/delete',
  about: 'Deletes an address; if it was the default, the newest of the others becomes it.',
  access: 'customer',
  envelope: inData,
  input: z.object({ id: z.string() }),
  output: z.null(),
})

export const makeAddressDefault = defineCall({
  method: 'POST',
  path: '/rest/address/:id/default',
  about: 'Makes an address the one that forms start from.',
  access: 'customer',
  envelope: inData,
  input: z.object({ id: z.string() }),
  output: Address,
})
