const key = 'one_time_toast'
const validForMs = 60_000

/** Stores a message for the next page, which may be a new document. */
export function storeToast(text: string): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ text, at: Date.now() }))
  } catch {
    // Without storage, the next page has no message.
  }
}

/** Returns the stored message once, and only if it is younger than a minute. */
export function popStoredToast(): string | null {
  try {
    const stored = sessionStorage.getItem(key)
    if (!stored) return null
    sessionStorage.removeItem(key)
    return parseStoredToast(stored, Date.now())
  } catch {
    return null
  }
}

export function parseStoredToast(stored: string, now: number): string | null {
  const { text, at } = parseStoredValue(stored)
  if (typeof text !== 'string' || typeof at !== 'number') return null
  return now - at < validForMs ? text : null
}

/** Parses the stored value, which may come from an older release or an extension. */
function parseStoredValue(stored: string): { text?: unknown; at?: unknown } {
  try {
    return Object(JSON.parse(stored))
  } catch {
    return {}
  }
}
