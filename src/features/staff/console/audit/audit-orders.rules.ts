import { formatMoney } from '#console/ui/format/money.rules.ts'
import { type AuditedChange, isGroup, isMoney, it, listGroups, type SentencePart } from './audit-parts.rules.ts'

export type FormatSentence = (row: AuditedChange) => SentencePart[]

const count = (amount: unknown, one: string, many: string) => `${Number(amount)} ${Number(amount) === 1 ? one : many}`
const bold = (value: unknown): SentencePart => ({ value: String(value ?? '') })
const money = (value: unknown): SentencePart => ({ value: isMoney(value) ? formatMoney(value) : 'money' })

/** Returns a sentence that ends with the given reason, if there is one. */
const withReason =
  (field: string, ...parts: SentencePart[]): FormatSentence =>
  ({ after }) => {
    const reason = after[field]
    return typeof reason === 'string' && reason !== '' ? [...parts, ': “', reason, '”'] : parts
  }

const asked: FormatSentence = ({ after }) => ['asked a colleague to refund ', money(after.amount), ' for ', it]

const jobNames: Record<string, string> = {
  hold: 'put on hold',
  release: 'release',
  prepare: 'prepare',
  pack: 'pack',
  unpack: 'unpack',
  ship: 'ship',
  deliver: 'mark as received',
  complete: 'complete',
  cancel: 'cancel',
  tags: 'tag',
  assign: 'assign',
  decide: 'decide',
}
const started =
  (one: string, many: string): FormatSentence =>
  ({ after }) => {
    const verb =
      String(after.call ?? '')
        .split('/')
        .at(-1) ?? ''
    return [`started to ${jobNames[verb] ?? 'change'} `, bold(count(after.total ?? 0, one, many))]
  }

const packed: FormatSentence = ({ after }) => {
  const parcels = listGroups(after.parcels).length
  return parcels > 1 ? ['packed ', it, ` in ${parcels} parcels`] : ['packed ', it]
}
const shipped: FormatSentence = ({ after }) => {
  const carriers = [...new Set(listGroups(after.parcels).flatMap(({ carrier }) => (carrier ? [String(carrier)] : [])))]
  return carriers.length > 0 ? ['shipped ', it, ' with ', bold(carriers.join(', '))] : ['shipped ', it]
}
const refunded: FormatSentence = ({ before, after }) => {
  const known = new Set(listGroups(before.refunds).map(({ id }) => id))
  const fresh = listGroups(after.refunds).filter(({ id }) => !known.has(id))
  const sums = fresh.map(({ amount }) => amount).filter(isMoney)
  const [first] = sums
  if (!first) return ['refunded a part of ', it]
  return ['refunded ', money({ ...first, amount: sums.reduce((all, { amount }) => all + amount, 0) }), ' for ', it]
}
const canceled: FormatSentence = ({ after }) =>
  after.status === 'cancelled' ? ['canceled ', it] : ['canceled items of ', it]

const decisions: Record<string, string> = {
  approved: 'approved',
  refunding: 'refunded without sending back',
  refunded: 'refunded without sending back',
  rejected: 'rejected',
}
const decided: FormatSentence = ({ after }) => {
  const made = Map.groupBy(listGroups(after.items), ({ status }) => decisions[String(status)] ?? '')
  const parts = [...made].flatMap(([name, items]) => (name ? [`${name} ${count(items.length, 'item', 'items')}`] : []))
  return parts.length > 0 ? [`${parts.join(', ')} of the return `, it] : ['decided about the return ', it]
}
const received: FormatSentence = ({ after }) => {
  const items = listGroups(after.items)
  const restocked = items.filter((item) => item.restocked === true).length
  const back = restocked > 0 ? [', ', bold(count(restocked, 'item', 'items')), ' back in stock'] : []
  return items.length > 0
    ? [`received ${count(items.length, 'item', 'items')} of the return `, it, ...back]
    : ['received the return ', it]
}

/** Returns the sentence for an assignment, or for its removal. */
const assigned =
  (what: string): FormatSentence =>
  ({ after }) => {
    const name = isGroup(after.assignee) ? after.assignee.name : after.assignee
    return name ? [`assigned ${what}`, it, ' to ', bold(name)] : [`took ${what}`, it, ' off its assignee']
  }

/** Sentences about orders, returns, customers and conversations, by call. */
export const orderSentences: Record<string, string | FormatSentence> = {
  'POST /orders': 'created the order {it}',
  'POST /orders/:no/address': 'changed the address of {it}',
  'POST /orders/:no/ask-refund': asked,
  'POST /orders/:no/cancel': canceled,
  'POST /orders/:no/complete': 'completed {it}',
  'POST /orders/:no/deliver': 'marked {it} as received',
  'POST /orders/:no/hold': withReason('hold_reason', 'put ', it, ' on hold'),
  'POST /orders/:no/mark-paid': 'marked {it} as paid',
  'POST /orders/:no/notes': 'added a note to {it}',
  'POST /orders/:no/pack': packed,
  'POST /orders/:no/prepare': 'started to prepare {it}',
  'POST /orders/:no/refund': refunded,
  'POST /orders/:no/returns': 'started a return for {it}',
  'POST /orders/:no/release': 'released {it}',
  'POST /orders/:no/send-link': 'sent a payment link for {it}',
  'POST /orders/:no/email-documents': 'emailed the invoice and credit notes of {it}',
  'POST /orders/:no/ship': shipped,
  'POST /orders/:no/tags': 'changed the tags of {it}',
  'POST /orders/:no/unpack': 'unpacked {it}',
  'POST /orders/bulk': started('order', 'orders'),
  'POST /orders/ship': started('order', 'orders'),
  'POST /orders/tags': started('order', 'orders'),
  'POST /packing-slips': 'printed packing slips',
  'POST /parcels/events': ({ after }) => ['reported news of the parcel ', bold(after.tracking_number)],
  'POST /refunds/:id/retry': 'tried a refund for {it} again',
  'POST /refunds/:id/settle': 'marked a refund for {it} as sent by hand',
  'POST /returns/:no/ask-refund': asked,
  'POST /returns/:no/assign': assigned('the return '),
  'POST /returns/:no/comments': 'wrote to the customer about the return {it}',
  'POST /returns/:no/decide': decided,
  'POST /returns/:no/fail-refund': 'marked a refund for the return {it} as failed',
  'POST /returns/:no/items/:item_id/pictures': 'added a picture to the return {it}',
  'POST /returns/:no/notes': 'added a note to the return {it}',
  'POST /returns/:no/receive': received,
  'POST /returns/:no/refund': 'refunded the return {it}',
  'POST /returns/:no/retry-refund': 'tried the refund for the return {it} again',
  'POST /returns/:no/scan': 'marked the return {it} as handed to the carrier',
  'POST /returns/bulk': started('return', 'returns'),
  'POST /customers': 'added the customer {it}',
  'POST /customers/:id/address': 'changed the address of {it}',
  'POST /customers/:id/ask-erase': 'asked a colleague to erase the customer {it}',
  'POST /customers/:id/credit': ({ before, after }) => [
    'changed the store credit of ',
    it,
    ' from ',
    money(before.credit),
    ' to ',
    money(after.credit),
  ],
  'POST /customers/:id/end-sessions': 'signed {it} out everywhere',
  'POST /customers/:id/erase': 'erased the customer {it}',
  'POST /customers/:id/export': 'exported the data of {it}',
  'POST /customers/:id/give-coupon': 'gave a coupon to {it}',
  'POST /customers/:id/notes': 'added a note about {it}',
  'POST /customers/:id/notes/:note_id/remove': 'removed a note about {it}',
  'POST /customers/:id/notes/:note_id/restore': 'restored a note about {it}',
  'POST /requests/:id/refuse': ({ after }) =>
    after.kind === 'erase'
      ? ['declined a request to erase a customer']
      : ['declined a request to refund ', money(after.amount)],
  'POST /chats/:id/answer': 'answered the chat with {it}',
  'POST /chats/:id/assign': assigned('the chat with '),
  'POST /chats/:id/close': 'closed the chat with {it}',
  'POST /chats/:id/note': 'added a note to the chat with {it}',
  'POST /chats/:id/pictures': 'added a picture to the chat with {it}',
  'POST /chats/:id/reopen': 'reopened the chat with {it}',
  'POST /tickets/:number/answer': 'answered the ticket {it}',
  'POST /tickets/:number/assign': assigned('the ticket '),
  'POST /tickets/:number/close': 'closed the ticket {it}',
  'POST /tickets/:number/note': 'added a note to the ticket {it}',
  'POST /tickets/:number/pictures': 'added a picture to the ticket {it}',
  'POST /tickets/:number/reopen': 'reopened the ticket {it}',
  'POST /attendance': 'changed whether the chat is open',
  'POST /reviews/:id/answer': ({ after }) =>
    after.answer ? ['answered a review of ', it] : ['removed the answer to a review of ', it],
  'POST /reviews/:id/hide': withReason('hidden_reason', 'hid a review of ', it),
  'POST /reviews/:id/read': 'read a review of {it}',
  'POST /reviews/:id/show': 'published a hidden review of {it} again',
  'POST /reviews/:id/unread': 'marked a review of {it} as unread',
  'POST /failed-mails/:id/retry': ({ after }) => ['sent the email “', String(after.subject ?? ''), '” again'],
}
