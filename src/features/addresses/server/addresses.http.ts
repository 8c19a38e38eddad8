import { nameCountryIn } from '#features/settings/country-names.rules.ts'
import { readVisitorLanguage } from '#features/settings/server/mail-words.service.ts'
import { handle } from '#server/http/http.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import type { Shop } from '#server/shop.ts'
import type { Address } from '../addresses.contract.ts'
import * as calls from '../addresses.contract.ts'
import * as addresses from './addresses.service.ts'

type Asked = { shop: Shop; request: VisitorRequest }

async function inVisitorLanguage({ shop, request }: Asked, address: Address): Promise<Address> {
  return nameCountryIn(await readVisitorLanguage(shop.db, request), address)
}

export const addressHandlers = [
  handle(calls.listCountries, async ({ shop, input, request }) => {
    const language = await readVisitorLanguage(shop.db, request)
    return addresses.listCountries(shop.db, { ...input, language })
  }),
  handle(calls.listAddresses, async ({ shop, asker, input, request }) => {
    const language = await readVisitorLanguage(shop.db, request)
    const book = await addresses.listAddresses(shop.db, asker.customerId, input.limit)
    return book.map((address) => nameCountryIn(language, address))
  }),
  handle(calls.addAddress, async ({ shop, asker, input, request }) =>
    inVisitorLanguage({ shop, request }, await addresses.addAddress(shop, asker.customerId, input)),
  ),
  handle(calls.editAddress, async ({ shop, asker, input, request }) =>
    inVisitorLanguage({ shop, request }, await addresses.editAddress(shop, asker.customerId, input)),
  ),
  handle(calls.deleteAddress, ({ shop, asker, input }) => addresses.deleteAddress(shop, asker.customerId, input.id)),
  handle(calls.makeAddressDefault, async ({ shop, asker, input, request }) =>
    inVisitorLanguage({ shop, request }, await addresses.makeAddressDefault(shop, asker.customerId, input.id)),
  ),
]
