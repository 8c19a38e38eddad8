import { useLayoutEffect, useState } from 'react'
import { type AddressField, addressFormFields } from '#features/account/address.rules.ts'

/** What a shopper has typed at checkout, kept until the order is made. */
export type CheckoutDraft = { email: string; address: Record<AddressField, string>; keepsAddress: boolean }

// `draft:` is what signing out clears, so that nobody finds another one's address.
const key = 'draft:checkout'

export function startDraft(email: string): CheckoutDraft {
  const blank = addressFormFields.map(([name]) => [name, ''] as const)
  return { email, address: Object.fromEntries(blank) as Record<AddressField, string>, keepsAddress: true }
}

/** A kept text as a draft again, on top of an empty one; anything else is none. */
export function parseDraft(kept: string | null, empty: CheckoutDraft): CheckoutDraft | null {
  if (kept === null) return null
  try {
    const { email, address, keepsAddress } = JSON.parse(kept) as Partial<CheckoutDraft>
    const fields = addressFormFields.map(([name]) => [name, String(address?.[name] ?? '')] as const)
    return {
      email: typeof email === 'string' && email !== '' ? email : empty.email,
      address: Object.fromEntries(fields) as Record<AddressField, string>,
      keepsAddress: keepsAddress !== false,
    }
  } catch {
    return null
  }
}

export function forgetDraft(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

/** The draft, found again after leaving the page; the server and the first paint know none. */
export function useCheckoutDraft(email: string) {
  const [draft, setDraft] = useState(() => startDraft(email))
  useLayoutEffect(() => {
    try {
      const kept = parseDraft(localStorage.getItem(key), startDraft(email))
      if (kept) setDraft(kept)
    } catch {
      // Private windows may refuse; the form works all the same.
    }
  }, [email])
  function keep(next: CheckoutDraft) {
    setDraft(next)
    try {
      localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // Leaving the page then loses what was typed, nothing else.
    }
  }
  return [draft, keep] as const
}
