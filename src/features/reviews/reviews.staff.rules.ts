/** Links and email addresses, which almost all advertising in reviews contains. */
const address =
  /(?:[hH]ttps?:\/\/|www\.)[^\s]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b[\w-]+(?:\.[\w-]+)*\.[a-z]{2,12}(?:\/[^\s]*)?\b/g

/** Splits a text at its links, so that readers notice links to other sites. */
export function splitLinks(text: string): { text: string; isLink: boolean; at: number }[] {
  const parts: { text: string; isLink: boolean; at: number }[] = []
  let end = 0
  for (const found of text.matchAll(address)) {
    if (found.index > end) parts.push({ text: text.slice(end, found.index), isLink: false, at: end })
    parts.push({ text: found[0], isLink: true, at: found.index })
    end = found.index + found[0].length
  }
  if (end < text.length) parts.push({ text: text.slice(end), isLink: false, at: end })
  return parts
}
