const describedLength = 155

/** Returns the description for search engines: the start of a text without Markdown, cut between two words. */
export function describeText(text: string): string {
  const plain = text
    .slice(0, 20 * describedLength)
    .replaceAll(/^\s*(?:#{1,6}|[-*+>]|\d+\.)\s+/gm, '')
    .replaceAll(/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replaceAll(/[*`]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (plain.length <= describedLength) return plain
  const cut = plain.slice(0, describedLength)
  const at = cut.lastIndexOf(' ')
  return `${(at > 0 ? cut.slice(0, at) : cut).replace(/[\s,;:.–-]+$/, '')}…`
}
