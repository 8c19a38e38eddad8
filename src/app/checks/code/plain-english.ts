/** A piece of prose with its place, such as a comment or the title of a test. */
export type Prose = { place: string; text: string }

/** Words that the project has replaced. `docs/glossary.md` lists the new words. */
const retired =
  /\b(?:whoever|whichever|whosoever|askers?|deeds?|setbacks?|reckon(?:s|ed|ing)?|peek(?:s|ed|ing)?|kept (?:copy|copies|pages?|answers?)|tight(?:er)? pages?)\b/i

/** Openings that hide the subject of a sentence. Questions may begin with them. */
const hiddenSubject = /^(?:What|Whatever|Whoever|Whose|By what|Nobody|None of)\b/

/** Returns the comments of a TypeScript, JavaScript, CSS or SQL file, each with its first line. */
export function readComments(file: string, source: string): Prose[] {
  const found: Prose[] = []
  const isSql = file.endsWith('.sql')
  let open: { line: number; lines: string[] } | null = null
  let isInBlock = false
  const close = () => {
    if (open) found.push({ place: `${file}:${open.line}`, text: open.lines.join(' ').replace(/\s+/g, ' ').trim() })
    open = null
  }
  source.split('\n').forEach((line, index) => {
    const text = isInBlock
      ? line.replace(/^\s*\*(?!\/)/, '')
      : (isSql ? /^\s*--(.*)/ : /^\s*(?:\/\/|\{?\/\*+)(.*)/).exec(line)?.[1]
    if (text === undefined) {
      close()
      return
    }
    if (!isInBlock && /^\s*\{?\/\*/.test(line)) {
      close()
      isInBlock = true
    }
    open ??= { line: index + 1, lines: [] }
    open.lines.push(text.replace(/\*\/\}?.*$/, ''))
    if (isInBlock && text.includes('*/')) {
      isInBlock = false
      close()
    }
  })
  close()
  return found.filter(({ text }) => !/^(?:biome-ignore|@vite-ignore|@ts-|@__|-{3}|!)/.test(text))
}

/** Returns the titles of the tests in a file. */
export function readTitles(file: string, source: string): Prose[] {
  const titles = /\b(?:test|it|describe)(?:\.\w+)*(?:\((?:[^()]|\([^()]*\))*\))?\(\s*(['"`])((?:[^\\]|\\.)*?)\1/g
  return [...source.matchAll(titles)].map((match) => {
    const line = source.slice(0, match.index).split('\n').length
    return { place: `${file}:${line}`, text: match[2] ?? '' }
  })
}

/** Returns the prose of a Markdown page: its paragraphs, list items and cells, without code. */
export function readPage(file: string, source: string): Prose[] {
  const found: Prose[] = []
  let isCode = false
  let isOpen = false
  source.split('\n').forEach((line, index) => {
    if (/^\s*```/.test(line)) isCode = !isCode
    const place = `${file}:${index + 1}`
    const isPlain = !isCode && /\S/.test(line) && !/^\s*(?:```|#|<|\|[-: |]+\|$)/.test(line)
    const last = found.at(-1)
    if (isPlain && line.startsWith('|')) found.push(...line.split('|').map((text) => ({ place, text: text.trim() })))
    else if (isPlain && isOpen && last && !/^\s*(?:[-*]|\d+\.)\s/.test(line)) last.text += ` ${line.trim()}`
    else if (isPlain) found.push({ place, text: line.replace(/^\s*(?:[-*]|\d+\.|>)\s+/, '').trim() })
    isOpen = isPlain && !line.startsWith('|')
  })
  return found.map(({ place, text }) => ({
    place,
    text: text.replace(/`[^`]*`/g, 'code').replace(/\]\([^)]*\)/g, ']'),
  }))
}

/** Returns the faults of a piece of prose, one line for each fault. */
export function findFaults({ place, text }: Prose, { mostWords = Number.POSITIVE_INFINITY } = {}): string[] {
  const faults: string[] = []
  const word = retired.exec(text)?.[0]
  if (word) faults.push(`${place}: "${word}" is retired: ${text}`)
  for (const sentence of splitSentences(text)) {
    if (hiddenSubject.test(sentence) && !sentence.endsWith('?')) faults.push(`${place}: hides its subject: ${sentence}`)
    const words = sentence.split(/\s+/).length
    if (words > mostWords) faults.push(`${place}: has ${words} words: ${sentence}`)
  }
  return faults
}

function splitSentences(text: string): string[] {
  return text
    .split(/(?<=[.!?:])\s+(?=["'“*[(]*[\p{Lu}`\d])|(?<=:)\s+/u)
    .map((sentence) => sentence.replace(/^[\s"'“”‘’*[(_]+/, '').trim())
    .filter(Boolean)
}
