const descriptionLength = 155

/**
 * Returns a Markdown text on one line, without its marks. Search engines and link previews show a description as plain
 * text.
 */
export function removeMarks(text: string): string {
  return text
    .replaceAll(/^\s*(?:#{1,6}|[-*+>]|\d+\.)\s+/gm, '')
    .replaceAll(/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replaceAll(/[*`]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Returns the description for search engines: the start of a text without Markdown, cut between two words. */
export function formatDescription(text: string): string {
  const plain = removeMarks(text.slice(0, 20 * descriptionLength))
  if (plain.length <= descriptionLength) return plain
  const cut = plain.slice(0, descriptionLength)
  const at = cut.lastIndexOf(' ')
  return `${(at > 0 ? cut.slice(0, at) : cut).replace(/[\s,;:.–-]+$/, '')}…`
}
