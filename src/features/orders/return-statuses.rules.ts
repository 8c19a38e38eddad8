/** Statuses of a return and of each of its items. */
export const returnStatus = {
  processing: 1,
  approved: 2,
  received: 3,
  refunding: 4,
  refunded: 5,
  rejected: 6,
  refundFailed: 7,
  cancelled: 8,
  closed: 9,
} as const
export type ReturnStatus = (typeof returnStatus)[keyof typeof returnStatus]
