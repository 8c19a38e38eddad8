/** Signing out clears what begins with this, so that nobody finds another one's words. */
export const draftPrefix = 'draft:'

/** Keeps what was typed so far under a name; null forgets it. */
export function keepDraft(name: string, draft: object | null): void {
  try {
    if (draft === null) localStorage.removeItem(draftPrefix + name)
    else localStorage.setItem(draftPrefix + name, JSON.stringify(draft))
  } catch {
    // Private windows and full disks refuse; leaving the page then loses the draft, nothing else.
  }
}

/** What is kept under a name. It may be old or edited: whoever asks looks at its shape, with the questions below. */
export function readDraft(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(draftPrefix + name) ?? 'null')
  } catch {
    return null
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isListOf<T>(value: unknown, isOne: (one: unknown) => one is T): value is T[] {
  return Array.isArray(value) && value.every(isOne)
}

export const isText = (value: unknown): value is string => typeof value === 'string'
export const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
