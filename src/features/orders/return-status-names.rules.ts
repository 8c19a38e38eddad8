import { msg } from '#contract/text/translate.ts'
import { type ReturnStatus, returnStatus } from './return-statuses.rules.ts'

/** Status names in the API. */
export const returnStatusNames: Record<ReturnStatus, string> = {
  [returnStatus.processing]: msg('Processing'),
  [returnStatus.approved]: msg('Returning'),
  [returnStatus.received]: msg('Return Successful'),
  [returnStatus.refunding]: msg('Refunding'),
  [returnStatus.refunded]: msg('Refund Successful'),
  [returnStatus.rejected]: msg('Return Failed'),
  [returnStatus.refundFailed]: msg('Refund Failed'),
  [returnStatus.cancelled]: 'Cancel',
  [returnStatus.closed]: 'Closed',
}

/** Names as message ids. `Cancel` is also a button, and most languages use another word for the status. */
export const returnStatusMessages: Record<ReturnStatus, string> = {
  ...returnStatusNames,
  [returnStatus.cancelled]: msg('Cancel-1'),
  [returnStatus.closed]: msg('Closed-1'),
}
