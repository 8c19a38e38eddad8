import { readCookie } from '#contract/calls/cookies.ts'

// Drafts are stored per account as `draft:<member>:<name>`. A draft outlives its session and is read by its own account
// only.
const guestOwner = 'guest'
const keyOf = (owner: string, name: string) => `draft:${owner}:${name}`
let staffOwner: string | null = null
const getOwner = () => staffOwner ?? (readCookie(document.cookie, 'member_id') || guestOwner)

/**
 * Makes a staff member the owner of drafts. A shopper who is signed in to the shop in the same browser is then ignored.
 */
export function setDraftOwner(by: string): void {
  staffOwner = by
}

/** The owner of each draft, read once, because the session may end while someone types. */
const owners = new Map<string, string>()

/** Stores the typed values under a name. The value null deletes the draft. */
export function saveDraft(name: string, draft: object | null): void {
  try {
    // A guest's draft moves to the account, so the guest's copy is removed.
    localStorage.removeItem(keyOf(guestOwner, name))
    const key = keyOf(owners.get(name) ?? getOwner(), name)
    if (draft === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Storage may be unavailable (private window, full disk). Only the draft is lost then.
  }
}

/**
 * Returns the stored draft of a name. The draft may be outdated or edited, so callers check its shape with the
 * functions below.
 */
export function readDraft(name: string): unknown {
  try {
    const owner = getOwner()
    owners.set(name, owner)
    const stored = localStorage.getItem(keyOf(owner, name)) ?? localStorage.getItem(keyOf(guestOwner, name))
    return JSON.parse(stored ?? 'null')
  } catch {
    return null
  }
}

/** Deletes the drafts of the account. For a shopper, also deletes the drafts written as a guest. */
export function deleteDrafts(): void {
  const prefixes = [keyOf(getOwner(), ''), ...(staffOwner ? [] : [keyOf(guestOwner, '')])]
  for (const key of Object.keys(localStorage)) {
    if (prefixes.some((prefix) => key.startsWith(prefix))) localStorage.removeItem(key)
  }
}

export { isRecord } from '#contract/values.ts'

export function isListOf<T>(value: unknown, isOne: (one: unknown) => one is T): value is T[] {
  return Array.isArray(value) && value.every(isOne)
}

export const isText = (value: unknown): value is string => typeof value === 'string'
export const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
