/** The visitor whose prices are shown. */
export type Shopper = { customerId: null } | { customerId: string; email: string; isProved: boolean }

export type RefundResult = { status: 'succeeded' } | { status: 'failed'; failure: string }

/** `things` are the names of the erased records in the audit log and webhooks, such as `orders/HB…`. */
export type ErasedCustomer = { email: string; numbers: string[]; things: string[] }

export type TellableRow = {
  actor: { kind: 'member' | 'key' | 'command line' | 'timer' | 'nobody'; id: string; name: string }
  call: string
  about: string
  about_name: string | null
  before: Record<string, unknown>
  after: Record<string, unknown>
}

export type CancelledOrder = { id: string; customerId: string | null; totalAmount: number; currency: string }

/** Parts of an order that other features own, in the form of the staff API. */
type Money = { amount: number; currency: string }
export type StaffPayment = {
  id: string
  provider: string
  reference: string
  method: string
  status: 'pending' | 'succeeded' | 'declined' | 'timed_out' | 'cancelled'
  amount: Money
  failure: string | null
  created_at: string
  settled_at: string | null
}
export type StaffRefund = {
  id: string
  kind: 'order' | 'item' | 'shipping' | 'payment' | 'part'
  status: 'pending' | 'succeeded' | 'failed'
  amount: Money
  to: 'payment' | 'credit'
  paid_with_credit: Money
  shipping: Money
  lines: { line_id: string; amount: Money }[]
  reason: string | null
  failure: string | null
  started_by: string | null
  created_at: string
  settled_at: string | null
}
export type OpenReturn = { status: number; status_name: string; items: number; date_added: string }
export type StaffOrderReturn = { id: string; number: string; status: string; line_ids: string[]; created_at: string }
