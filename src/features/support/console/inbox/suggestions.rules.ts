/**
 * Query in the typed text: `/` at the very beginning searches a template, and `#` anywhere searches an order or a
 * product.
 */
export type SuggestionQuery = { kind: 'template' | 'link'; words: string; from: number; to: number }

const maxQueryLength = 40

/** Returns the query at the caret, or null if there is none. */
export function parseSuggestionQuery(text: string, caret: number): SuggestionQuery | null {
  const before = text.slice(0, caret)
  if (before.startsWith('/') && !before.includes('\n') && before.length <= maxQueryLength) {
    return { kind: 'template', words: before.slice(1).trim().toLowerCase(), from: 0, to: caret }
  }
  const [found, sign = ''] = /(?:^|\s)(#[^\s#]*)$/.exec(before) ?? []
  if (found === undefined || sign.length > maxQueryLength) return null
  return { kind: 'link', words: sign.slice(1).toLowerCase(), from: caret - sign.length, to: caret }
}

/** Replaces the typed query with the chosen suggestion, and returns the new position of the caret. */
export function insertSuggestion(
  text: string,
  { from, to }: SuggestionQuery,
  pick: string,
): { text: string; caret: number } {
  const after = text.slice(to)
  const gap = after === '' || /^\s/.test(after) ? '' : ' '
  return { text: `${text.slice(0, from)}${pick}${gap}${after}`, caret: from + pick.length }
}

/** Filters entries whose name or text begins with or contains the words. Names that begin with the words come first. */
export function filterSuggestions<T extends { name: string; text: string }>(all: readonly T[], words: string): T[] {
  const rank = ({ name, text }: T) => {
    const lowerName = name.toLowerCase()
    if (lowerName.startsWith(words)) return 0
    if (lowerName.includes(words)) return 1
    return text.toLowerCase().includes(words) ? 2 : 3
  }
  return all.filter((one) => rank(one) < 3).sort((one, other) => rank(one) - rank(other))
}
