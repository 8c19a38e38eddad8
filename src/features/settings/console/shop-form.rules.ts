import { nest } from '#console/form/form.rules.ts'
import type { ShopSettings } from '../settings.staff.contract.ts'

export type ShopValues = ReturnType<typeof toShopValues>

const toText = (lines: string[]) => lines.join('\n')
const toLines = (text: string) => text.split('\n').flatMap((line) => line.trim() || [])

/** Converts settings to form values. The address becomes one text. */
export function toShopValues({ shop, seller, returns, features }: ShopSettings) {
  return {
    'shop.name': shop.name,
    'shop.description': shop.description,
    'shop.descriptions': shop.descriptions,
    'shop.time_zone': shop.time_zone,
    'shop.order_prefix': shop.order_prefix,
    'seller.name': seller.name,
    'seller.country': seller.country,
    'seller.region': seller.region,
    'seller.city': seller.city,
    'seller.postcode': seller.postcode,
    'seller.tax_number': seller.tax_number,
    'seller.email': seller.email,
    'seller.phone': seller.phone,
    'seller.registration': seller.registration,
    'seller.vat_number': seller.vat_number,
    'seller.address': toText(seller.address),
    'returns.name': returns.name,
    'returns.address': toText(returns.address),
    'features.wishlist': features.wishlist,
    'features.reviews': features.reviews,
    'features.chat': features.chat,
    'features.page_translator': features.page_translator,
  }
}

/** Converts changed fields into the request, by group and with the address as a list of lines. */
export function toSentShop(changed: Partial<ShopValues>) {
  const sent = Object.entries(changed).map(([name, value]) => [
    name,
    name.endsWith('.address') ? toLines(String(value)) : value,
  ])
  return nest(Object.fromEntries(sent))
}
