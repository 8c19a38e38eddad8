import { formatMoney } from '#console/ui/format/money.rules.ts'
import type { StaffOrder } from '#features/orders/orders.staff.contract.ts'

type Event = StaffOrder['events'][number]

const actionTexts: Record<string, string> = {
  placeOrder: 'placed the order',
  confirmPayment: 'confirmed the payment',
  sendPaymentLink: 'sent a payment link',
  emailDocuments: 'emailed the invoice again',
  holdOrder: 'put the order on hold',
  releaseOrder: 'released the order',
  prepareOrder: 'started to prepare the order',
  unpackOrder: 'unpacked the order',
  deliverOrder: 'marked the order as received',
  completeOrder: 'completed the order',
  cancelOrder: 'canceled the order',
  closeOrder: 'closed the order, because everything was refunded',
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
    return count(details.packageIds) > 1 ? `packed ${count(details.packageIds)} parcels` : 'packed the order'
  if (command === 'shipOrder') {
    const numbers = Array.isArray(details.trackingNos) ? details.trackingNos.join(', ') : ''
    return numbers ? `shipped the order: ${numbers}` : 'shipped the order'
  }
  if (command === 'cancelLines')
    return count(details.lineIds) === 1 ? 'canceled 1 item' : `canceled ${count(details.lineIds)} items`
  if (command === 'tagOrder') return formatTagChange(details)
  if (command === 'changeAddress' && typeof details.why === 'string')
    return `changed the address${addressReasonTexts[details.why] ?? ''}`
  if (command === 'deliverOrder' && actor.kind === 'carrier') return 'reported the delivery'
  return actionTexts[command] ?? command.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

/** Endings of the sentence about an address change, by reason. A reason that is not listed here adds no text. */
const addressReasonTexts: Record<string, string> = {
  shopper_asked: ', requested by the shopper',
  mistyped: ' to correct a typing error',
  carrier_asked: ', requested by the carrier',
}

function formatTagChange({ added, removed }: Event['details']): string {
  const words = (list: unknown) => (Array.isArray(list) ? list.join(', ') : '')
  const [given, taken] = [words(added), words(removed)]
  return [given && `added the tag ${given}`, taken && `removed the tag ${taken}`].filter(Boolean).join(' and ')
}
