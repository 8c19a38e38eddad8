import { formatNumber } from './format-number.ts'

/** The values of a message's placeholders. */
export type MessageValues = Readonly<Record<string, string | number>>

type Part =
  | string
  | { name: string }
  | { name: string; kind: 'plural' | 'select'; cases: Record<string, Part[]> }
  /** `#`: the number of the surrounding plural. */
  | typeof countMark

const countMark = { isCount: true } as const

/** The shop's languages with right-to-left writing. */
const rightToLeft = new Set(['ar', 'he'])

/**
 * Isolates a name, code or amount, so that its own characters decide the direction. Without the marks, signs and digits
 * change places with the surrounding right-to-left words: "DHL Express (2)" would end in "(2".
 */
export function isolate(text: string, language: string): string {
  return rightToLeft.has(language) && text !== '' ? `\u2068${text}\u2069` : text
}

const parsed = new Map<string, Part[]>()
const plurals = new Map<string, Intl.PluralRules>()

/** Formats an ICU message: `{name}`, `{n, plural, one {# item} other {# items}}` and `{x, select, …}`. */
export function formatMessage(message: string, values: MessageValues, language: string): string {
  if (!message.includes('{')) return message
  let parts = parsed.get(message)
  if (!parts) {
    parts = parseOrKeep(message)
    parsed.set(message, parts)
  }
  return fill(parts, values, language, '#')
}

function fill(parts: Part[], values: MessageValues, language: string, count: string): string {
  let text = ''
  for (const part of parts) {
    if (typeof part === 'string' || 'isCount' in part) {
      // Outside of a plural, `#` is an ordinary character.
      text += typeof part === 'string' ? part : count
      continue
    }
    const value = values[part.name]
    if (!('kind' in part)) {
      if (typeof value === 'string') text += isolate(value, language)
      else text += value === undefined ? `{${part.name}}` : String(value)
    } else if (part.kind === 'select') {
      text += fill(part.cases[String(value)] ?? part.cases.other ?? [], values, language, count)
    } else {
      const number = Number(value)
      const rules = plurals.get(language) ?? new Intl.PluralRules(language)
      plurals.set(language, rules)
      const word = rules.select(number)
      const chosen = part.cases[`=${number}`] ?? part.cases[word] ?? part.cases.other ?? []
      text += fill(chosen, values, language, formatNumber(number, language))
    }
  }
  return text
}

/** Parses a message. A merchant's text can contain braces that are not placeholders. Such a text is shown unchanged. */
function parseOrKeep(message: string): Part[] {
  try {
    return parseMessage(message)
  } catch {
    return [message]
  }
}

/** Parses a message. Throws for a malformed message, so that a check over all catalogs finds the message. */
export function parseMessage(message: string): Part[] {
  let at = 0
  const fail = (what: string): never => {
    throw new Error(`${what} at ${at} in message: ${message}`)
  }
  function readUntil(stop: RegExp): string {
    const start = at
    while (at < message.length && !stop.test(message[at] ?? '')) at++
    return message.slice(start, at).trim()
  }
  function readParts(isNested: boolean): Part[] {
    const parts: Part[] = []
    let text = ''
    const flush = () => {
      if (text) parts.push(text)
      text = ''
    }
    for (; at < message.length; at++) {
      const character = message[at]
      if (character === '}') {
        if (!isNested) fail('stray }')
        break
      }
      if (character === '#' && isNested) {
        flush()
        parts.push(countMark)
      } else if (character === '{') {
        flush()
        at++
        parts.push(readArgument())
      } else {
        text += character
      }
    }
    if (isNested && message[at] !== '}') fail('missing }')
    flush()
    return parts
  }
  function readArgument(): Part {
    const name = readUntil(/[,}]/)
    if (!/^\w+$/.test(name)) fail('bad name')
    if (message[at] === '}') return { name }
    at++
    const kind = readUntil(/,/)
    if (kind !== 'plural' && kind !== 'select') return fail(`unknown kind ${kind}`)
    at++
    const cases: Record<string, Part[]> = {}
    for (;;) {
      const key = readUntil(/[{}]/)
      if (message[at] !== '{') break
      at++
      cases[key] = readParts(true)
      at++
    }
    if (message[at] !== '}') fail('missing }')
    if (!cases.other) fail('no "other" case')
    return { name, kind, cases }
  }
  return readParts(false)
}
