import { useState } from 'react'
import { type AddressField, addressFormFields, looksLikeCode } from '#features/addresses/addresses.rules.ts'
import { isRecord, isText } from '#web/data/drafts.ts'
import { defineDraft, useDraft } from '#web/data/use-draft.ts'

/** What a shopper has typed at checkout, kept until the order is made. */
export type CheckoutDraft = { email: string; address: Record<AddressField, string>; keepsAddress: boolean }

export function startDraft(email: string): CheckoutDraft {
  const blank = addressFormFields.map(([name]) => [name, ''] as const)
  return { email, address: Object.fromEntries(blank) as Record<AddressField, string>, keepsAddress: true }
}

/** What was kept as a draft again; anything else is none. */
export function parseDraft(kept: unknown): CheckoutDraft | null {
  if (!isRecord(kept)) return null
  const { email, address, keepsAddress } = kept
  const typed = isRecord(address) ? address : {}
  const fields = addressFormFields.map(([name]) => [name, String(typed[name] ?? '')] as const)
  const known = Object.fromEntries(fields) as Record<AddressField, string>
  return {
    email: isText(email) ? email : '',
    // Older drafts have a country's name: it must be chosen again.
    address: { ...known, country: looksLikeCode(known.country) ? known.country : '' },
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
