export type Mark = 'heading' | 'bold' | 'italic' | 'link' | 'list' | 'quote' | 'table' | 'picture'
export type Marked = { text: string; start: number; end: number }

const around = { bold: '**', italic: '*' } as const
const before = { heading: '## ', list: '- ', quote: '> ' } as const
const table = '| Head | Head |\n|------|------|\n| Cell | Cell |'

/**
 * Applies a formatting button of the editor to the text and its selection. If the mark is already present, the button
 * removes the mark.
 */
export function applyMark({ text, start, end }: Marked, mark: Mark): Marked {
  const chosen = text.slice(start, end)
  switch (mark) {
    case 'bold':
    case 'italic':
      return wrap({ text, start, end }, around[mark])
    case 'heading':
    case 'list':
    case 'quote':
      return prefixLines({ text, start, end }, before[mark])
    case 'link':
    case 'picture': {
      const words = chosen || (mark === 'link' ? 'words' : 'description')
      const opening = mark === 'link' ? '[' : '!['
      const insertedLink = `${opening}${words}](/)`
      // The selection moves to the address in the link, because the address is typed next.
      const at = start + insertedLink.length - 2
      return { text: text.slice(0, start) + insertedLink + text.slice(end), start: at, end: at + 1 }
    }
    case 'table': {
      const gap = start === 0 || text.slice(0, start).endsWith('\n\n') ? '' : '\n\n'
      const at = start + gap.length
      return { text: `${text.slice(0, start)}${gap}${table}\n${text.slice(end)}`, start: at + 2, end: at + 6 }
    }
  }
}

function wrap({ text, start, end }: Marked, sign: string): Marked {
  const chosen = text.slice(start, end)
  const isWrapped = text.slice(0, start).endsWith(sign) && text.slice(end).startsWith(sign)
  // Two asterisks on each side mean bold. One of the two asterisks does not mean italic.
  const isOther = sign === '*' && text.slice(0, start).endsWith('**') && !text.slice(0, start).endsWith('***')
  if (isWrapped && !isOther) {
    const cut = text.slice(0, start - sign.length) + chosen + text.slice(end + sign.length)
    return { text: cut, start: start - sign.length, end: end - sign.length }
  }
  const words = chosen || 'words'
  const from = start + sign.length
  return { text: text.slice(0, start) + sign + words + sign + text.slice(end), start: from, end: from + words.length }
}

/** Adds a mark to every line in the selection. If the lines have the mark already, removes the mark. */
function prefixLines({ text, start, end }: Marked, sign: string): Marked {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next < 0 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const isPrefixed = lines.every((line) => line.startsWith(sign))
  const prefixedLines = lines.map((line) => (isPrefixed ? line.slice(sign.length) : sign + line)).join('\n')
  return { text: text.slice(0, from) + prefixedLines + text.slice(to), start: from, end: from + prefixedLines.length }
}
