import { isCountryCode } from '#features/settings/country-codes.rules.ts'
import { readVisitorLanguage } from '#features/settings/server/mail-words.service.ts'
import { handle } from '#server/http/http.ts'
import { refuse } from '#server/http/refuse.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import type { Shop } from '#server/shop.ts'
import type { Address } from '../addresses.contract.ts'
import * as calls from '../addresses.contract.ts'
import { findAddressFormat, findFirstFormat } from './address-formats.service.ts'
import * as addresses from './addresses.service.ts'
import { checkAddress, checkShipsTo } from './check-address.service.ts'
import { localizeAddress } from './localize-address.ts'

type RequestContext = { shop: Shop; request: VisitorRequest }

async function withCountryInVisitorLanguage({ shop, request }: RequestContext, address: Address): Promise<Address> {
  return localizeAddress(await readVisitorLanguage(shop.db, request), address)
}

export const addressHandlers = [
  handle(calls.listCountries, async ({ shop, input, request }) => {
    const language = await readVisitorLanguage(shop.db, request)
    return addresses.listCountries(shop.db, { ...input, language })
  }),
  handle(calls.listAddresses, async ({ shop, actor, input, request }) => {
    const language = await readVisitorLanguage(shop.db, request)
    const book = await addresses.listAddresses(shop.db, actor.customerId, input.limit)
    return book.map((address) => localizeAddress(language, address))
  }),
  handle(calls.getAddressFormat, async ({ shop, input: { code }, request }) => {
    const language = await readVisitorLanguage(shop.db, request)
    if (code === 'first') return findFirstFormat(shop.db, language)
    if (!isCountryCode(code)) throw refuse('not_found')
    return findAddressFormat(code, language)
  }),
  handle(calls.addAddress, async ({ shop, actor, input, request }) => {
    await checkShipsTo(shop.db, input.country)
    const wanted = { ...input, ...checkAddress(input) }
    return withCountryInVisitorLanguage({ shop, request }, await addresses.addAddress(shop, actor.customerId, wanted))
  }),
  handle(calls.editAddress, async ({ shop, actor, input, request }) => {
    await checkShipsTo(shop.db, input.country)
    const wanted = { ...input, ...checkAddress(input) }
    return withCountryInVisitorLanguage({ shop, request }, await addresses.editAddress(shop, actor.customerId, wanted))
  }),
  handle(calls.deleteAddress, ({ shop, actor, input }) => addresses.deleteAddress(shop, actor.customerId, input.id)),
  handle(calls.makeAddressDefault, async ({ shop, actor, input, request }) =>
    withCountryInVisitorLanguage(
      { shop, request },
      await addresses.makeAddressDefault(shop, actor.customerId, input.id),
    ),
  ),
]
