import type { Call } from '#contract/calls/call.ts'
import * as account from '#features/account/account.contract.ts'
import * as addresses from '#features/addresses/addresses.contract.ts'
import * as adverts from '#features/adverts/adverts.contract.ts'
import * as analytics from '#features/analytics/analytics.contract.ts'
import * as cart from '#features/cart/cart.contract.ts'
import * as catalogue from '#features/catalogue/catalogue.contract.ts'
import * as productList from '#features/catalogue/product-list.contract.ts'
import * as checkout from '#features/checkout/checkout.contract.ts'
import * as coupons from '#features/coupons/coupons.contract.ts'
import * as credit from '#features/credit/credit.contract.ts'
import * as documents from '#features/documents/documents.contract.ts'
import * as tracking from '#features/orders/order-lookup.contract.ts'
import * as orders from '#features/orders/orders.contract.ts'
import * as pages from '#features/pages/pages.contract.ts'
import * as payments from '#features/payments/payments.contract.ts'
import * as guestReturns from '#features/returns/guest-returns.contract.ts'
import * as returns from '#features/returns/returns.contract.ts'
import * as reviews from '#features/reviews/reviews.contract.ts'
import * as settings from '#features/settings/settings.contract.ts'
import * as signIn from '#features/sign-in/sign-in.contract.ts'
import * as chat from '#features/support/chat.contract.ts'
import * as contact from '#features/support/contact.contract.ts'

export type Group = { name: string; about: string; contracts: object[] }

/** Groups of calls in the API reference. The name of a call is the name of its constant. */
export const callGroups: Group[] = [
  {
    name: 'account',
    about: 'The account home page, the address book and store credit.',
    contracts: [account, addresses, credit],
  },
  { name: 'adverts', about: 'Adverts with their coupon widgets and clicks.', contracts: [adverts] },
  { name: 'analytics', about: 'Analytics events.', contracts: [analytics] },
  { name: 'cart', about: 'The cart of a shopper or guest.', contracts: [cart] },
  { name: 'catalogue', about: 'Products, categories and the wishlist.', contracts: [catalogue, productList] },
  { name: 'chat', about: 'Chat with the shop.', contracts: [chat] },
  { name: 'checkout', about: 'Checkout and payment.', contracts: [checkout, payments] },
  { name: 'contact', about: 'The contact form and support tickets.', contracts: [contact] },
  { name: 'coupons', about: 'Coupons of shoppers and guests.', contracts: [coupons] },
  { name: 'orders', about: 'Orders, their lines and their parcels.', contracts: [orders, documents] },
  { name: 'pages', about: 'Information pages, blog posts and product test invitations.', contracts: [pages] },
  { name: 'returns', about: 'Returns of shoppers and guests.', contracts: [returns, guestReturns] },
  { name: 'reviews', about: 'Product reviews.', contracts: [reviews] },
  { name: 'settings', about: 'Navigation, currencies and languages.', contracts: [settings] },
  { name: 'sign-in', about: 'Accounts, sessions and passwords.', contracts: [signIn] },
  { name: 'tracking', about: 'Order lookup without a sign-in.', contracts: [tracking] },
]

/** Returns the name and group of each call. */
export function createCallNames(groups: Group[], file: string) {
  const named = new Map<unknown, { name: string; group: string }>()
  for (const { name: group, contracts } of groups) {
    for (const [name, value] of contracts.flatMap(Object.entries)) named.set(value, { name, group })
  }
  return (call: { method: string; path: string }): { name: string; group: string } => {
    const found = named.get(call)
    if (!found)
      throw new Error(`${call.method} ${call.path} is not in a contract that ${file} lists. Add the contract there.`)
    return found
  }
}

export const nameCall: (call: Call) => { name: string; group: string } = createCallNames(
  callGroups,
  'src/app/contracts.ts',
)
