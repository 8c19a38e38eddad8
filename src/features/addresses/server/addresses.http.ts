import { handle } from '#server/http.ts'
import * as calls from '../addresses.contract.ts'
import * as addresses from './addresses.service.ts'

export const addressHandlers = [
  handle(calls.listAddresses, ({ shop, asker, input }) =>
    addresses.listAddresses(shop.db, asker.customerId, input.limit),
  ),
  handle(calls.addAddress, ({ shop, asker, input }) => addresses.addAddress(shop, asker.customerId, input)),
  handle(calls.editAddress, ({ shop, asker, input }) => addresses.editAddress(shop, asker.customerId, input)),
  handle(calls.deleteAddress, ({ shop, asker, input }) => addresses.deleteAddress(shop, asker.customerId, input.id)),
  handle(calls.makeAddressDefault, ({ shop, asker, input }) =>
    addresses.makeAddressDefault(shop, asker.customerId, input.id),
  ),
]
