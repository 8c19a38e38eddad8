import { formatMoney } from '#console/ui/format/money.rules.ts'
import type { StaffOrder } from '#features/orders/orders.staff.contract.ts'

type Event = StaffOrder['events'][number]

const actionTexts: Record<string, string> = {
  placeOrder: 'placed the order',
  confirmPayment: 'said that it is paid',
  sendPaymentLink: 'sent a link to pay',
  holdOrder: 'held it',
  releaseOrder: 'released it',
  prepareOrder: 'began preparing',
  unpackOrder: 'opened its parcels',
  deliverOrder: 'marked it as received',
  completeOrder: 'completed it',
  cancelOrder: 'cancelled it',
  closeOrder: 'closed it: everything was refunded',
  changeAddress: 'changed the address',
}

type HistoryAction = Pick<Event, 'command' | 'details' | 'actor'>
type KnownOrder = Pick<StaffOrder, 'coupon_code' | 'total' | 'payment_method'>

/**
 * Formats an event. The text follows the name of the actor. For a payment that staff did not confirm, the text follows
 * the word `Paid`.
 */
export function formatAction(
  { command, details, actor }: HistoryAction,
  { coupon_code, total, payment_method }: KnownOrder,
): string {
  const count = (list: unknown) => (Array.isArray(list) ? list.length : 0)
  if (command === 'placeOrder' && coupon_code) return `placed the order with coupon ${coupon_code}`
  if (command === 'confirmPayment' && !actor.name)
    return [formatMoney(total), payment_method && `by ${payment_method}`].filter(Boolean).join(' ')
  if (command === 'packOrder')
    return count(details.packageIds) > 1 ? `packed ${count(details.packageIds)} parcels` : 'packed it'
  if (command === 'shipOrder') {
    const numbers = Array.isArray(details.trackingNos) ? details.trackingNos.join(', ') : ''
    return numbers ? `shipped it: ${numbers}` : 'shipped it'
  }
  if (command === 'cancelLines')
    return count(details.lineIds) === 1 ? 'took 1 item out' : `took ${count(details.lineIds)} items out`
  if (command === 'tagOrder') return formatTagChange(details)
  if (command === 'changeAddress' && typeof details.why === 'string')
    return `changed the address${addressReasonTexts[details.why] ?? ''}`
  if (command === 'deliverOrder' && actor.kind === 'carrier') return 'reported that it arrived'
  return actionTexts[command] ?? command.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

/** Endings of the sentence about an address change, by reason. A reason that is not listed here adds no text. */
const addressReasonTexts: Record<string, string> = {
  shopper_asked: ', as the shopper asked',
  mistyped: ', which was mistyped',
  carrier_asked: ', as the carrier asked',
}

function formatTagChange({ added, removed }: Event['details']): string {
  const words = (list: unknown) => (Array.isArray(list) ? list.join(', ') : '')
  const [given, taken] = [words(added), words(removed)]
  return [given && `tagged it ${given}`, taken && `took the tag ${taken} away`].filter(Boolean).join(' and ')
}
