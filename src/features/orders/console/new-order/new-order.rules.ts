import { formatMoney } from '#console/ui/format/money.rules.ts'
import type { StaffInput, StaffMoney } from '#contract/calls/staff-call.ts'
import type { createOrder } from '#features/checkout/new-order.staff.contract.ts'
import { type OrderLine, type PayableHours, payableHours } from '#features/checkout/new-order.staff.rules.ts'
import type { AddressName } from '../dialogs/address-fields.tsx'

/** Step that follows the creation of the order. */
export type Next = 'link' | 'paid' | 'later'

/** Time limits for the payment, as text. */
export const payableTimes: Record<`${PayableHours}`, string> = { 24: 'a day', 72: '3 days', 168: 'a week' }

type AddressField = `address.${AddressName}`
export type NewOrder = Record<AddressField, string> & {
  /** Id of the account. Empty for a buyer without an account. */
  customer_id: string
  customer_name: string
  email: string
  language: string
  /** Id of an address of the account. Empty if the address is typed. */
  address_id: string
  items: OrderLine[]
  currency: string
  shipping_method: string
  /** Id of a coupon claim. Empty for the best coupon, `none` for no coupon. */
  claim: string
  next: Next
  payable_hours: `${PayableHours}`
  method: string
  reference: string
}

export const emptyOrder: NewOrder = {
  customer_id: '',
  customer_name: '',
  email: '',
  language: '',
  address_id: '',
  'address.firstname': '',
  'address.lastname': '',
  'address.telephone': '',
  'address.address_1': '',
  'address.address_2': '',
  'address.house_num': '',
  'address.city': '',
  'address.state': '',
  'address.country': '',
  'address.postcode': '',
  items: [],
  currency: '',
  shipping_method: '',
  claim: '',
  next: 'link',
  payable_hours: '24',
  method: 'Bank transfer',
  reference: '',
}

function readAddress(values: NewOrder): Record<AddressName, string> {
  return {
    firstname: values['address.firstname'],
    lastname: values['address.lastname'],
    telephone: values['address.telephone'],
    address_1: values['address.address_1'],
    address_2: values['address.address_2'],
    house_num: values['address.house_num'],
    city: values['address.city'],
    state: values['address.state'],
    country: values['address.country'],
    postcode: values['address.postcode'],
  }
}

/** Converts the values of the form to the input of the call. */
export function toNewOrder(
  values: NewOrder,
  quote: { currency: string; shipping_method: string; claim_id: string | null; total: StaffMoney },
): StaffInput<typeof createOrder> {
  const { customer_id, email, language, address_id, items, next, method, reference } = values
  const hasToPay = quote.total.amount > 0
  return {
    ...(customer_id ? { customer_id } : { email: email.trim(), ...(language && { language }) }),
    ...(address_id ? { address_id } : { address: readAddress(values) }),
    lines: items,
    currency: quote.currency,
    shipping_method: quote.shipping_method,
    claim_id: quote.claim_id,
    total: quote.total,
    payable_hours: payableHours.find((hours) => `${hours}` === values.payable_hours) ?? 24,
    sends_link: hasToPay && next === 'link',
    ...(hasToPay && next === 'paid' && { payment: { method, ...(reference.trim() && { reference }) } }),
  }
}

/** Formats the sentence that tells staff what happens after the order is created. */
export function formatNextStep(
  { next, payable_hours }: Pick<NewOrder, 'next' | 'payable_hours'>,
  total: StaffMoney,
): string {
  if (total.amount === 0) return 'There is nothing to pay. The order stays on hold until staff release it.'
  if (next === 'paid')
    return `The order is marked as paid (${formatMoney(total)}) and can be packed. The customer gets a confirmation by email.`
  const held = `The items are held for ${payableTimes[payable_hours]}. An order that is not paid by then is canceled automatically.`
  return next === 'link' ? `An email with a payment link is sent right away. ${held}` : `No email is sent. ${held}`
}
