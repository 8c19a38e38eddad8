const key = 'one_time_toast'
const validForMs = 60_000

/** Stores a message for the next page, which may be a new document. */
export function keepToast(text: string): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ text, at: Date.now() }))
  } catch {
    // Without storage, the next page has no message.
  }
}

/** Returns the stored message once, and only if it is younger than a minute. */
export function takeKeptToast(): string | null {
  try {
    const kept = sessionStorage.getItem(key)
    if (!kept) return null
    sessionStorage.removeItem(key)
    return readKeptToast(kept, Date.now())
  } catch {
    return null
  }
}

export function readKeptToast(kept: string, now: number): string | null {
  const { text, at } = parseKept(kept)
  if (typeof text !== 'string' || typeof at !== 'number') return null
  return now - at < validForMs ? text : null
}

/** Parses the stored value, which may come from an older release or an extension. */
function parseKept(kept: string): { text?: unknown; at?: unknown } {
  try {
    return Object(JSON.parse(kept))
  } catch {
    return {}
  }
}
