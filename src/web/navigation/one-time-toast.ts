const key = 'one_time_toast'
const validForMs = 60_000

/** Keeps a message for the next page, which may load in a new document. */
export function keepToast(text: string): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ text, at: Date.now() }))
  } catch {
    // Where nothing may be kept, the next page goes without the message.
  }
}

/** The kept message, once, and only while it is younger than a minute. */
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

/** The stored value may be anything: from an older release, or from an extension. */
function parseKept(kept: string): { text?: unknown; at?: unknown } {
  try {
    return Object(JSON.parse(kept))
  } catch {
    return {}
  }
}
