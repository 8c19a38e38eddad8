import { useState } from 'react'
import { startAddress, type TypedAddress } from '#features/addresses/addresses.rules.ts'
import { isRecord, isText } from '#web/data/drafts.ts'
import { defineDraft, useDraft } from '#web/data/use-draft.ts'

/** What a shopper has typed at checkout, kept until the order is made. */
export type CheckoutDraft = { email: string; address: TypedAddress; keepsAddress: boolean }

export function startDraft(email: string): CheckoutDraft {
  return { email, address: startAddress({}), keepsAddress: true }
}

/** What was kept as a draft again; anything else is none. */
export function parseDraft(kept: unknown): CheckoutDraft | null {
  if (!isRecord(kept)) return null
  const { email, address, keepsAddress } = kept
  return {
    email: isText(email) ? email : '',
    address: startAddress(isRecord(address) ? address : {}),
    keepsAddress: keepsAddress !== false,
  }
}

/** What was typed, what was kept, or an empty draft; one that names nobody takes the address that the browser knows. */
export function chooseDraft(typed: CheckoutDraft | null, kept: CheckoutDraft | null, email: string): CheckoutDraft {
  if (typed) return typed
  return kept ? { ...kept, email: kept.email || email } : startDraft(email)
}

export const checkoutDraft = defineDraft<CheckoutDraft>('checkout', { parse: parseDraft })

/** The draft, found again after leaving the page. */
export function useCheckoutDraft(email: string) {
  const kept = useDraft(checkoutDraft, undefined, email)
  const [typed, setTyped] = useState<CheckoutDraft | null>(null)
  function change(next: CheckoutDraft) {
    setTyped(next)
    checkoutDraft.keep(next)
  }
  return [chooseDraft(typed, kept, email), change] as const
}
