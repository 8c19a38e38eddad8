import type { Order } from '#features/orders/orders.contract.ts'
import { localizeCountry } from '#features/settings/country-names.rules.ts'
import { readVisitorLanguage } from '#features/settings/server/mail-words.service.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import type { Shop } from '#server/shop.ts'

/** Returns the order with the name of its country in the visitor's language. */
export async function localizeOrderCountry<O extends Order>(
  { db }: Pick<Shop, 'db'>,
  request: Pick<VisitorRequest, 'cookie' | 'header'>,
  order: O,
): Promise<O> {
  const { shipping_address: address } = order
  if (!address) return order
  return { ...order, shipping_address: localizeCountry(await readVisitorLanguage(db, request), address) }
}
