import { readCookie } from '#contract/calls/cookies.ts'

// Drafts are kept per account as `draft:<member>:<name>`. They outlive a session; no other account reads them.
const nobody = 'guest'
const keyOf = (owner: string, name: string) => `draft:${owner}:${name}`
let person: string | null = null
const findOwner = () => person ?? (readCookie(document.cookie, 'member_id') || nobody)

/** In the console drafts belong to whoever works there, not to the shopper whom this browser may know too. */
export function ownDrafts(by: string): void {
  person = by
}

/** The account is read once: the session may end while somebody types. */
const owners = new Map<string, string>()

/** Keeps what was typed so far under a name; null forgets it. */
export function keepDraft(name: string, draft: object | null): void {
  try {
    // What a guest began goes on in the account.
    localStorage.removeItem(keyOf(nobody, name))
    const key = keyOf(owners.get(name) ?? findOwner(), name)
    if (draft === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Storage may be refused (private window, full disk): then leaving the page loses the draft, nothing else.
  }
}

/** What is kept under a name. It may be old or edited: whoever asks looks at its shape, with the questions below. */
export function readDraft(name: string): unknown {
  try {
    const owner = findOwner()
    owners.set(name, owner)
    const kept = localStorage.getItem(keyOf(owner, name)) ?? localStorage.getItem(keyOf(nobody, name))
    return JSON.parse(kept ?? 'null')
  } catch {
    return null
  }
}

/** Whoever signs out takes their drafts along, and those from before they signed in. */
export function forgetDrafts(): void {
  const prefixes = [keyOf(findOwner(), ''), ...(person ? [] : [keyOf(nobody, '')])]
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
