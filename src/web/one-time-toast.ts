const key = 'one_time_toast'
const validForMs = 60_000

/** Keeps a message for the next page, which may load in a new document. */
export function keepToast(text: string): void {
  sessionStorage.setItem(key, JSON.stringify({ text, at: Date.now() }))
}

/** The kept message, once, and only while it is younger than a minute. */
export function takeKeptToast(): string | null {
  const kept = sessionStorage.getItem(key)
  if (!kept) return null
  sessionStorage.removeItem(key)
  return readKeptToast(kept, Date.now())
}

export function readKeptToast(kept: string, now: number): string | null {
  const { text, at } = JSON.parse(kept) as { text: string; at: number }
  return now - at < validForMs ? text : null
}
