/** A payment provider. Each provider is a value of this type. The `decimals` of an amount define its unit. */
export type PaymentProvider = {
  name: string
  /** The mode: `live` moves money, `test` simulates it, `none` takes no payment. */
  mode: 'live' | 'test' | 'none'
  /**
   * The way in which refunds are sent: `at_once` sends them automatically. `by_staff` needs a confirmation by staff,
   * because the provider moves no money.
   */
  refundsAreSent: 'at_once' | 'by_staff'
  /** Opens a payment attempt. `payment.id` is the idempotency key. */
  openPayment(payment: NewPayment): Promise<OpenedPayment>
  /** Returns the state of an attempt. Without this method, the shop sends the same attempt again. */
  findPayment?(providerRef: string): Promise<FoundPayment>
  /** Sends a refund. `refund.key` is the idempotency key. */
  refund(refund: NewRefund): Promise<RefundAnswer>
  /**
   * Returns the state of an earlier refund. Without this method, the shop sends the same refund again, with its key.
   */
  findRefund?(providerRef: string): Promise<RefundAnswer>
  /** Reads a message of the provider. Throws `ForgedEvent` if the signature is wrong. */
  readEvent?(message: { body: string; signature: string }): Promise<ProviderEvent>
}

export type Amount = { amount: number; currency: string; decimals: number }

export type NewPayment = Amount & {
  id: string
  orderId: string
  orderNo: string
  email: string
  /** The time at which the order is given up. A later payment is useless. */
  expiresAt: Date
}

export type OpenedPayment = {
  providerRef: string
  /** The address where the shopper continues, if the provider has its own page. */
  redirectUrl: string | null
}

export type FoundPayment =
  | { status: 'open'; redirectUrl: string | null }
  /** The money is on its way but has not arrived. */
  | { status: 'waiting' }
  | { status: 'paid'; event: PaidEvent }
  | { status: 'ended' }

export type NewRefund = Amount & { key: string; refundId: string; providerRef: string }

export type RefundAnswer =
  | { status: 'succeeded'; providerRef: string }
  | { status: 'pending'; providerRef: string }
  | { status: 'failed'; failure: string }

export type PaidEvent = Amount & {
  kind: 'paid'
  /** The provider's id of this message. A repeated message is processed once. */
  eventId: string
  orderId: string
  providerRef: string
  method: string
}

export type ProviderEvent =
  | PaidEvent
  | { kind: 'failed'; eventId: string; providerRef: string; status: 'declined' | 'timed_out'; failure: string }
  /**
   * `key` identifies the try of the refund that the message reports. A message about an old try does not describe a new
   * try.
   */
  | { kind: 'refunded'; refundId: string; key: string; providerRef: string }
  | { kind: 'refund_failed'; refundId: string; key: string; failure: string }
  /** A message that the shop does not use. */
  | { kind: 'other' }

/**
 * An error for a missing response, or a response that does not tell what happened to the money. A retry with the same
 * key is safe.
 */
export class ProviderDown extends Error {
  constructor(cause: unknown) {
    super('The payment provider does not respond', { cause })
    this.name = 'ProviderDown'
  }
}

/** An error for a clear refusal. A retry would get the same refusal. */
export class ProviderRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProviderRefused'
  }
}

/** An error for a message that is unsigned, too old or signed by a stranger. */
export class ForgedEvent extends Error {
  constructor(cause: unknown) {
    super('This message was not signed by the payment provider', { cause })
    this.name = 'ForgedEvent'
  }
}
