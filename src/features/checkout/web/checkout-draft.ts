import { useLayoutEffect, useState } from 'react'
import { type AddressField, addressFormFields } from '#features/addresses/addresses.rules.ts'
import { isRecord, isText, keepDraft, readDraft } from '#web/drafts.ts'

/** What a shopper has typed at checkout, kept until the order is made. */
export type CheckoutDraft = { email: string; address: Record<AddressField, string>; keepsAddress: boolean }

const draftName = 'checkout'

export function startDraft(email: string): CheckoutDraft {
  const blank = addressFormFields.map(([name]) => [name, ''] as const)
  return { email, address: Object.fromEntries(blank) as Record<AddressField, string>, keepsAddress: true }
}

/** What was kept as a draft again, on top of an empty one; anything else is none. */
export function parseDraft(kept: unknown, empty: CheckoutDraft): CheckoutDraft | null {
  if (!isRecord(kept)) return null
  const { email, address, keepsAddress } = kept
  const typed = isRecord(address) ? address : {}
  const fields = addressFormFields.map(([name]) => [name, String(typed[name] ?? '')] as const)
  return {
    email: isText(email) && email !== '' ? email : empty.email,
    address: Object.fromEntries(fields) as Record<AddressField, string>,
    keepsAddress: keepsAddress !== false,
  }
}

export function forgetCheckoutDraft(): void {
  keepDraft(draftName, null)
}

/** The draft, found again after leaving the page; the server and the first paint know none. */
export function useCheckoutDraft(email: string) {
  const [draft, setDraft] = useState(() => startDraft(email))
  useLayoutEffect(() => {
    const kept = parseDraft(readDraft(draftName), startDraft(email))
    if (kept) setDraft(kept)
  }, [email])
  function keep(next: CheckoutDraft) {
    setDraft(next)
    keepDraft(draftName, next)
  }
  return [draft, keep] as const
}
