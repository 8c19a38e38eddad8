/** Whoever moves the money. Another provider is another value of this type; an amount's `decimals` say what its unit is. */
export type PaymentProvider = {
  name: string
  /** Whether money moves: `test` only looks like it, `none` takes nothing. */
  mode: 'live' | 'test' | 'none'
  /** `at_once`: refunds are sent by themselves. `by_staff`: somebody confirms each, because no money moves. */
  refundsGo: 'at_once' | 'by_staff'
  /** Opens an attempt to pay; `payment.id` is the idempotency key. */
  openPayment(payment: NewPayment): Promise<OpenedPayment>
  /** Where an attempt stands. A provider that cannot say has every attempt opened anew. */
  findPayment?(providerRef: string): Promise<FoundPayment>
  /** Sends money back; `refund.key` is the idempotency key. */
  refund(refund: NewRefund): Promise<RefundAnswer>
  /** How a refund stands that was sent before. A provider that cannot say is sent the same refund again, by its key. */
  findRefund?(providerRef: string): Promise<RefundAnswer>
  /** Reads a message of the provider and throws `ForgedEvent` when it is not one. */
  readEvent?(message: { body: string; signature: string }): Promise<ProviderEvent>
}

export type Amount = { amount: number; currency: string; decimals: number }

export type NewPayment = Amount & {
  id: string
  orderId: string
  orderNo: string
  email: string
  /** The order is given up then, so paying it makes no sense any more. */
  expiresAt: Date
}

export type OpenedPayment = {
  providerRef: string
  /** Where the shopper goes on, if the provider has a page of its own. */
  redirectUrl: string | null
}

export type FoundPayment =
  | { status: 'open'; redirectUrl: string | null }
  /** Money is on its way but has not arrived. */
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
  /** The provider's name for this message: the same one twice counts once. */
  eventId: string
  orderId: string
  providerRef: string
  method: string
}

export type ProviderEvent =
  | PaidEvent
  | { kind: 'failed'; eventId: string; providerRef: string; status: 'declined' | 'timed_out'; failure: string }
  /** `key` says which try of the refund it is about: an old one says nothing about the new. */
  | { kind: 'refunded'; refundId: string; key: string; providerRef: string }
  | { kind: 'refund_failed'; refundId: string; key: string; failure: string }
  /** A message about something we do not follow. */
  | { kind: 'other' }

/** No answer, or one that says nothing about the money: asking again with the same key is safe. */
export class ProviderDown extends Error {
  constructor(cause: unknown) {
    super('The payment provider does not answer', { cause })
    this.name = 'ProviderDown'
  }
}

/** A clear no to what was asked; asking again brings the same. */
export class ProviderRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProviderRefused'
  }
}

/** Signed by somebody else, too old, or not signed at all. */
export class ForgedEvent extends Error {
  constructor(cause: unknown) {
    super('This message was not signed by the payment provider', { cause })
    this.name = 'ForgedEvent'
  }
}
