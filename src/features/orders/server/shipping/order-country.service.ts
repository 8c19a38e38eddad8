import { localizeAddress } from '#features/addresses/server/localize-address.ts'
import type { Order } from '#features/orders/orders.contract.ts'
import { readVisitorLanguage } from '#features/settings/server/mail-words.service.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import type { Shop } from '#server/shop.ts'

/** Returns the order with its address in the visitor's language. */
export async function localizeOrderCountry<O extends Order>(
  { db }: Pick<Shop, 'db'>,
  request: Pick<VisitorRequest, 'cookie' | 'header'>,
  order: O,
): Promise<O> {
  const { shipping_address: address } = order
  if (!address) return order
  return { ...order, shipping_address: localizeAddress(await readVisitorLanguage(db, request), address) }
}
