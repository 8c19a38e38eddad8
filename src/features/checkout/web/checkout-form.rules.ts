import type { Input } from '#contract/calls/call.ts'
import type { Refusal } from '#contract/calls/envelopes.ts'
import { findEmailProblem } from '#contract/calls/fields.ts'
import { findTypedProblem } from '#features/addresses/address-form.rules.ts'
import type { Address, AddressFormat, Country } from '#features/addresses/addresses.contract.ts'
import { addressFormNames } from '#features/addresses/addresses.rules.ts'
import type { checkOut, Quote } from '../checkout.contract.ts'
import { typedCoupon } from '../checkout.rules.ts'
import type { CheckoutDraft } from './checkout-draft.ts'
import type { QuotePlace } from './use-quote.ts'

/** Choice of an address that is not in the address book. */
export const newAddress = 'new'

/** Customer and shipping address. `addressId` is the id of a saved address, or `new` for the address in the draft. */
export type Buyer = { isSignedIn: boolean; draft: CheckoutDraft; addressId: string; format: AddressFormat }

export function isShippedTo(address: Pick<Address, 'country_code'>, countries: readonly Country[]): boolean {
  return countries.some(({ code }) => code === address.country_code)
}

/** Returns whether the email address or the new address is incomplete or invalid. */
export function hasProblem({ isSignedIn, draft, addressId, format }: Buyer): boolean {
  if (!isSignedIn && findEmailProblem(draft.email.trim())) return true
  return addressId === newAddress && addressFormNames.some((name) => findTypedProblem(name, draft.address, format))
}

/** Returns the place of delivery as far as it is known. */
export function findPlace({ draft, addressId }: Buyer, addresses: readonly Address[]): QuotePlace {
  const saved = addresses.find(({ id }) => id === addressId)
  const { postcode } = saved ?? draft.address
  const state = saved ? (saved.state_code ?? saved.state) : draft.address.state
  const country = saved ? saved.country_code : draft.address.country
  const vatNumber = draft.vatNumber.trim()
  return { ...(country && { country, state, postcode }), ...(vatNumber && { vat_number: vatNumber }) }
}

/** Returns the input of the order, with the amounts that the shopper saw. */
export function toOrder(quote: Quote, buyer: Buyer, languageId: number): Input<typeof checkOut> {
  const { isSignedIn, draft, addressId } = buyer
  return {
    ...(!isSignedIn && { email: draft.email.trim() }),
    ...(addressId === newAddress
      ? { address: draft.address, keep_address: isSignedIn && draft.keepsAddress }
      : { address_id: addressId }),
    ...(quote.accepts_businesses && { company: draft.company, vat_number: draft.vatNumber }),
    shipping_method: quote.shipping_method,
    ...(quote.claim_id === typedCoupon
      ? { claim_id: null, ...(quote.typed && { coupon_code: quote.typed.code }) }
      : { claim_id: quote.claim_id }),
    currency: quote.currency,
    language_id: languageId,
    lines: quote.lines.map(({ sku_id, quantity }) => ({ sku_id, quantity })),
    total: quote.total.price_value,
    credit: quote.credit.price_value,
  }
}

const outdatedCodes: Refusal['code'][] = [
  'only_left',
  'not_for_sale',
  'cart_changed',
  'cart_empty',
  'total_changed',
  'coupon_used',
  'coupon_code_unknown',
  'coupon_reserved',
  'coupon_expired',
  'coupon_not_started',
  'coupon_not_met',
  'coupon_new_only',
  'too_many_of_one',
  'free_unproved',
  'free_once',
  'free_alone',
]

/** Returns whether something has changed since the quote, so that a new quote is needed. */
export function isQuoteOutdated({ code }: Refusal): boolean {
  return outdatedCodes.includes(code)
}
