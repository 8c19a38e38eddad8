import { canUndo } from '#features/staff/audit.rules.ts'
import type { AuditRow } from '#features/staff/audit.staff.contract.ts'

const money = 'money was sent'
const emailed = 'the customer was emailed'
const downloaded = 'the file was downloaded'

/** Reasons why a call cannot be undone, by call. Some reasons name the action that reverses the call. */
const reasons: Record<string, string> = {
  'POST /orders/:no/refund': money,
  'POST /refunds/:id/retry': money,
  'POST /refunds/:id/settle': money,
  'POST /returns/:no/refund': money,
  'POST /returns/:no/retry-refund': money,
  'POST /orders/:no/mark-paid': 'refund the order instead',
  'POST /orders/:no/cancel': emailed,
  'POST /orders/:no/send-link': emailed,
  'POST /orders/:no/email-documents': emailed,
  'POST /orders/:no/ship': emailed,
  'POST /orders/:no/deliver': emailed,
  'POST /orders/:no/returns': emailed,
  'POST /returns/:no/comments': emailed,
  'POST /returns/:no/decide': emailed,
  'POST /returns/:no/fail-refund': emailed,
  'POST /returns/:no/receive': emailed,
  'POST /tickets/:number/answer': emailed,
  'POST /customers/:id/give-coupon': emailed,
  'POST /coupons/:id/give': emailed,
  'POST /failed-mails/:id/retry': emailed,
  'POST /chats/:id/answer': 'the customer can read it already',
  'POST /customers/:id/export': downloaded,
  'POST /packing-slips': downloaded,
  'POST /customers/:id/erase': 'the data is gone',
  'POST /customers/:id/credit': 'change the store credit again instead',
  'POST /stock': 'newer counts may exist, correct the stock instead',
  'POST /prices': 'set the earlier price instead',
  'POST /orders/:no/pack': 'unpack the order instead',
  'POST /orders/:no/unpack': 'pack the order instead',
  'POST /orders/:no/hold': 'release the order instead',
  'POST /orders/:no/release': 'put the order on hold instead',
  'POST /coupons/:id/pause': 'resume the coupon instead',
  'POST /coupons/:id/resume': 'pause the coupon instead',
  'POST /coupons/:id/end': 'coupons that ended stay ended',
  'POST /widgets/:id/pause': 'publish the widget instead',
  'POST /widgets/:id/publish': 'pause the widget instead',
  'POST /reviews/:id/hide': 'show the review instead',
  'POST /reviews/:id/show': 'hide the review instead',
  'POST /tickets/:number/close': 'reopen the ticket instead',
  'POST /tickets/:number/reopen': 'close the ticket instead',
  'POST /chats/:id/close': 'reopen the chat instead',
  'POST /chats/:id/reopen': 'close the chat instead',
  'POST /members/:id/disable': 'enable the member instead',
  'POST /members/:id/enable': 'disable the member instead',
  'POST /invitations': 'withdraw the invitation instead',
  'POST /keys': 'revoke the key instead',
  'POST /keys/:id/end': 'create another key instead',
  'POST /imports/:id/run': 'undo the import on its page under Import and export',
}

/**
 * Returns why a change cannot be undone from the log. Returns null if the change can be undone, and for rows without
 * changes, such as a sign-in.
 */
export function formatUndoProblem(row: Pick<AuditRow, 'call' | 'before'>): string | null {
  const { call } = row
  if (canUndo(row)) return null
  const reason = reasons[call]
  if (reason) return reason
  if (call.startsWith('DELETE /') && !call.startsWith('DELETE /me')) return 'it was removed'
  if (call.startsWith('PATCH /') && call !== 'PATCH /me') return 'the log does not have all earlier values'
  return null
}
