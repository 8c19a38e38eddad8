export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'list'; entries: string[] }

/**
 * Reads a text that staff wrote: blank lines part paragraphs, `## ` starts a heading, `- ` an entry of a list.
 * Everything else is text, so that nothing in it can become markup of the page.
 */
export function readMarkup(body: string): Block[] {
  const blocks: Block[] = []
  let isJoined = false
  for (const line of body.split(/\r?\n/)) {
    const text = line.trim()
    const last = blocks.at(-1)
    if (text === '') {
      isJoined = false
      continue
    }
    if (text.startsWith('## ')) {
      blocks.push({ kind: 'heading', text: text.slice(3).trim() })
      isJoined = false
      continue
    }
    if (text.startsWith('- ')) {
      const entry = text.slice(2).trim()
      if (isJoined && last?.kind === 'list') last.entries.push(entry)
      else blocks.push({ kind: 'list', entries: [entry] })
    } else if (isJoined && last?.kind === 'paragraph') last.text += ` ${text}`
    else blocks.push({ kind: 'paragraph', text })
    isJoined = true
  }
  return blocks
}

const describedLength = 155

/** What search engines show of a text: its beginning, cut between two words. */
export function describeText(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  if (plain.length <= describedLength) return plain
  const cut = plain.slice(0, describedLength)
  const at = cut.lastIndexOf(' ')
  return `${(at > 0 ? cut.slice(0, at) : cut).replace(/[\s,;:.–-]+$/, '')}…`
}
