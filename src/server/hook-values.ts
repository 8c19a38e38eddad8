/** The visitor whose prices are shown. */
export type Shopper = { customerId: null } | { customerId: string; email: string; isVerified: boolean }

export type RefundResult = { status: 'succeeded' } | { status: 'failed'; failure: string }

/** An erased customer. `subjects` names the erased records as the audit log and webhooks do: `orders/HB…`. */
export type ErasedCustomer = { email: string; numbers: string[]; subjects: string[] }

export type FormattableRow = {
  actor: { kind: 'member' | 'key' | 'command line' | 'timer' | 'nobody'; id: string; name: string }
  call: string
  about: string
  about_name: string | null
  before: Record<string, unknown>
  after: Record<string, unknown>
}

export type CancelledOrder = { id: string; customerId: string | null; totalAmount: number; currency: string }
