import { parseArgs } from 'node:util'

/** Wrong use of the command line: nothing was done, and the message says what was expected. */
export class Misuse extends Error {}

const options = {
  carrier: { type: 'string' },
  tracking: { type: 'string' },
  url: { type: 'string' },
  method: { type: 'string' },
  place: { type: 'string' },
  at: { type: 'string' },
  item: { type: 'string', multiple: true },
  parcel: { type: 'string', multiple: true },
  email: { type: 'string' },
  status: { type: 'string' },
  name: { type: 'string' },
  limit: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

export type Options = ReturnType<typeof readWords>['options']
export type Words = { verb: string; rest: string[]; options: Options }

// `returns approve RT…` and `approve RT…` say the same.
const groups = /^(?:orders?|returns?|tickets?|chats?|coupons?)$/

/** What was typed, taken apart: `approve RT… --item x`, with or without the group in front. */
export function readWords(words: string[]) {
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse(words)
  } catch (error) {
    throw new Misuse(error instanceof Error ? error.message : String(error))
  }
  const { values, positionals } = parsed
  const [first = 'help', ...others] = positionals
  if (values.help) return { verb: 'help', rest: [], options: values }
  const isGrouped = groups.test(first) && others.length > 0
  const [verb = '', ...rest] = isGrouped ? others : [first, ...others]
  // `order HB…` shows it, like `show HB…`.
  if (isGrouped && isNumber(verb)) return { verb: 'show', rest: [verb, ...rest], options: values }
  return { verb: verb.toLowerCase(), rest, options: values }
}

function parse(words: string[]) {
  return parseArgs({ args: words, options, allowPositionals: true, strict: true })
}

type Kind = 'order' | 'return' | 'ticket' | 'chat'

/** What a number names. The id of a chat is longer than any number: it may begin like one, and is still a chat. */
export function kindOf(word = ''): Kind | null {
  if (/^[a-z0-9]{24}$/.test(word)) return 'chat'
  const [prefix] = /^(?:HB|RT|TK)/i.exec(word) ?? []
  if (prefix) return ({ HB: 'order', RT: 'return', TK: 'ticket' } as const)[prefix.toUpperCase() as 'HB' | 'RT' | 'TK']
  return word === '' ? null : 'chat'
}

/** Whole: an order's, return's or ticket's number, or the id of a chat. */
function isNumber(word: string): boolean {
  return /^(?:HB|RT|TK)[A-Z0-9]{11}$/i.test(word) || /^[a-z0-9]{24}$/.test(word)
}

/** The number a command is about; whatever follows it is said in words. */
export function takeNumber(rest: string[], prefix: 'HB' | 'RT' | 'TK', what: string): string {
  const number = rest[0]?.trim().toUpperCase() ?? ''
  if (number === '') throw new Misuse(`Name the ${what}, for example ${prefix}2A3B4C5D6E7.`)
  return number
}

/** The words after the number: one sentence, with or without quotes around it. */
export function takeText(rest: string[], what: string): string {
  const text = rest.slice(1).join(' ').trim()
  if (text === '') throw new Misuse(`Say ${what}, after the number.`)
  return text
}

export function takeLimit(limit: string | undefined): number {
  if (limit === undefined) return 50
  const rows = Number(limit)
  if (!Number.isInteger(rows) || rows < 1 || rows > 1000) throw new Misuse('--limit takes a whole number up to 1000.')
  return rows
}

/** A time of a carrier's report: `2026-06-15 10:00` (UTC) or with a zone; without one, now. */
export function takeTime(at: string | undefined, now: Date): Date {
  if (at === undefined) return now
  const hasZone = /(?:[zZ]|[+-]\d\d:?\d\d)$/.test(at)
  const time = new Date(hasZone ? at : `${at.trim().replace(' ', 'T')}Z`)
  if (Number.isNaN(time.getTime())) throw new Misuse(`--at takes a time such as "2026-06-15 10:00" (UTC), not "${at}".`)
  if (time > now) throw new Misuse('--at lies in the future.')
  return time
}
