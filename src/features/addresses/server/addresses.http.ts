import { localizeCountry } from '#features/settings/country-names.rules.ts'
import { readVisitorLanguage } from '#features/settings/server/mail-words.service.ts'
import { handle } from '#server/http/http.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import type { Shop } from '#server/shop.ts'
import type { Address } from '../addresses.contract.ts'
import * as calls from '../addresses.contract.ts'
import * as addresses from './addresses.service.ts'

type RequestContext = { shop: Shop; request: VisitorRequest }

async function withCountryInVisitorLanguage({ shop, request }: RequestContext, address: Address): Promise<Address> {
  return localizeCountry(await readVisitorLanguage(shop.db, request), address)
}

export const addressHandlers = [
  handle(calls.listCountries, async ({ shop, input, request }) => {
    const language = await readVisitorLanguage(shop.db, request)
    return addresses.listCountries(shop.db, { ...input, language })
  }),
  handle(calls.listAddresses, async ({ shop, actor, input, request }) => {
    const language = await readVisitorLanguage(shop.db, request)
    const book = await addresses.listAddresses(shop.db, actor.customerId, input.limit)
    return book.map((address) => localizeCountry(language, address))
  }),
  handle(calls.addAddress, async ({ shop, actor, input, request }) =>
    withCountryInVisitorLanguage({ shop, request }, await addresses.addAddress(shop, actor.customerId, input)),
  ),
  handle(calls.editAddress, async ({ shop, actor, input, request }) =>
    withCountryInVisitorLanguage({ shop, request }, await addresses.editAddress(shop, actor.customerId, input)),
  ),
  handle(calls.deleteAddress, ({ shop, actor, input }) => addresses.deleteAddress(shop, actor.customerId, input.id)),
  handle(calls.makeAddressDefault, async ({ shop, actor, input, request }) =>
    withCountryInVisitorLanguage(
      { shop, request },
      await addresses.makeAddressDefault(shop, actor.customerId, input.id),
    ),
  ),
]
