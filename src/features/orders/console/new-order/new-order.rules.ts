import { showMoney } from '#console/ui/money.rules.ts'
import type { StaffInput, StaffMoney } from '#contract/calls/staff-call.ts'
import type { createOrder } from '#features/checkout/new-order.staff.contract.ts'
import type { OrderLine, PayableHours } from '#features/checkout/new-order.staff.rules.ts'
import { type AddressName, noAddress } from '../dialogs/address-fields.tsx'

/** What follows once it is made. */
export type Next = 'link' | 'paid' | 'later'

/** For how long it can be paid, in words. */
export const payableSpans: Record<`${PayableHours}`, string> = { 24: 'a day', 72: '3 days', 168: 'a week' }

export const freshOrder = {
  /** The account; empty for somebody without one. */
  customer_id: '',
  customer_name: '',
  email: '',
  language: '',
  /** One of the address book; empty where it is typed. */
  address_id: '',
  ...(Object.fromEntries(Object.keys(noAddress).map((name) => [`address.${name}`, ''])) as Record<
    AddressField,
    string
  >),
  items: [] as OrderLine[],
  currency: '',
  shipping_method: '',
  /** Empty is the best one, `none` is none. */
  claim: '',
  next: 'link' as Next,
  payable_hours: '24' as `${PayableHours}`,
  method: 'Bank transfer',
  reference: '',
}
type AddressField = `address.${AddressName}`
export type NewOrder = typeof freshOrder

/** What the screen shows, as it is sent. */
export function toNewOrder(
  values: NewOrder,
  quote: { currency: string; shipping_method: string; claim_id: string | null; total: StaffMoney },
): StaffInput<typeof createOrder> {
  const { customer_id, email, language, address_id, items, next, method, reference } = values
  const typed = Object.fromEntries(
    Object.keys(noAddress).map((name) => [name, values[`address.${name as AddressName}`]]),
  ) as Record<AddressName, string>
  const hasToPay = quote.total.amount > 0
  return {
    ...(customer_id ? { customer_id } : { email: email.trim(), ...(language && { language }) }),
    ...(address_id ? { address_id } : { address: typed }),
    lines: items,
    currency: quote.currency,
    shipping_method: quote.shipping_method,
    claim_id: quote.claim_id,
    total: quote.total,
    payable_hours: Number(values.payable_hours) as PayableHours,
    sends_link: hasToPay && next === 'link',
    ...(hasToPay && next === 'paid' && { payment: { method, ...(reference.trim() && { reference }) } }),
  }
}

/** What will happen, before it does. */
export function tellNext({ next, payable_hours }: Pick<NewOrder, 'next' | 'payable_hours'>, total: StaffMoney): string {
  if (total.amount === 0) return 'There is nothing to pay: it waits on hold until somebody releases it.'
  if (next === 'paid')
    return `It is paid with ${showMoney(total)} at once and can be packed. The confirmation goes out by mail.`
  const held = `Its items are held for ${payableSpans[payable_hours]}; unpaid by then, it is cancelled by itself.`
  return next === 'link' ? `A mail with the page to pay goes out at once. ${held}` : `Nobody is written to. ${held}`
}
