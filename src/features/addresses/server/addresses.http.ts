import { nameCountryIn } from '#features/settings/country-names.rules.ts'
import { readVisitorLanguage } from '#features/settings/server/mail-words.service.ts'
import { handle } from '#server/http.ts'
import type { Shop } from '#server/shop.ts'
import type { VisitorRequest } from '#server/visitor-request.ts'
import type { Address } from '../addresses.contract.ts'
import * as calls from '../addresses.contract.ts'
import * as addresses from './addresses.service.ts'

type Asked = { shop: Shop; request: VisitorRequest }

async function show({ shop, request }: Asked, address: Promise<Address>): Promise<Address> {
  return nameCountryIn(await readVisitorLanguage(shop.db, request), await address)
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
  handle(calls.addAddress, ({ shop, asker, input, request }) =>
    show({ shop, request }, addresses.addAddress(shop, asker.customerId, input)),
  ),
  handle(calls.editAddress, ({ shop, asker, input, request }) =>
    show({ shop, request }, addresses.editAddress(shop, asker.customerId, input)),
  ),
  handle(calls.deleteAddress, ({ shop, asker, input }) => addresses.deleteAddress(shop, asker.customerId, input.id)),
  handle(calls.makeAddressDefault, ({ shop, asker, input, request }) =>
    show({ shop, request }, addresses.makeAddressDefault(shop, asker.customerId, input.id)),
  ),
]
