import { useState } from 'react'
import { prefillAddress, type TypedAddress } from '#features/addresses/addresses.rules.ts'
import { isRecord, isText } from '#web/data/drafts.ts'
import { defineDraft, useDraft } from '#web/data/use-draft.ts'

/** Values that a shopper has typed at checkout, stored until the order is placed. */
export type CheckoutDraft = {
  email: string
  address: TypedAddress
  keepsAddress: boolean
  company: string
  vatNumber: string
}

export function createDraft(email: string): CheckoutDraft {
  return { email, address: prefillAddress({}), keepsAddress: true, company: '', vatNumber: '' }
}

/** Reads a stored draft. Returns null for anything else. */
export function parseDraft(kept: unknown): CheckoutDraft | null {
  if (!isRecord(kept)) return null
  const { email, address, keepsAddress, company, vatNumber } = kept
  return {
    email: isText(email) ? email : '',
    address: prefillAddress(isRecord(address) ? address : {}),
    keepsAddress: keepsAddress !== false,
    company: isText(company) ? company : '',
    vatNumber: isText(vatNumber) ? vatNumber : '',
  }
}

/**
 * Returns the typed draft, else the stored draft, else an empty draft. A stored draft without an email address gets the
 * address that the browser knows.
 */
export function chooseDraft(typed: CheckoutDraft | null, kept: CheckoutDraft | null, email: string): CheckoutDraft {
  if (typed) return typed
  return kept ? { ...kept, email: kept.email || email } : createDraft(email)
}

export const checkoutDraft = defineDraft<CheckoutDraft>('checkout', { parse: parseDraft })

/** Returns the draft, which is restored when the shopper comes back to the page. */
export function useCheckoutDraft(email: string) {
  const kept = useDraft(checkoutDraft, undefined, email)
  const [typed, setTyped] = useState<CheckoutDraft | null>(null)
  function change(next: CheckoutDraft) {
    setTyped(next)
    checkoutDraft.keep(next)
  }
  return [chooseDraft(typed, kept, email), change] as const
}
