import type { MakeStaffCall } from '#contract/calls/staff-call.ts'
import { numberPrefixes } from '#contract/text/number-prefixes.ts'
import type { Shop } from '../shop.ts'

/** Wrong use of the command line: nothing was done, and the message says what was expected. */
export class Misuse extends Error {}

/** As Node's own `parseArgs` takes them. */
export type OptionTypes = Record<string, { type: 'string'; multiple?: boolean }>

/** What was typed, taken apart: `ship HB… --carrier DHL` has the verb `ship`, the rest `HB…` and one option. */
export type Typed<Options extends OptionTypes = OptionTypes> = {
  verb: string
  rest: string[]
  options: { [Name in keyof Options]?: Options[Name] extends { multiple: true } ? string[] : string }
}

/** The shop as a command has it: with the calls of the staff API, made by whoever has a shell here. */
export type StaffDesk = Shop & { call: MakeStaffCall }

/** One word of `npm run staff`: what can be typed, and what it does. */
export type StaffCommand<Options extends OptionTypes = OptionTypes> = {
  verb: string
  /** The same by another name. */
  alias?: string
  /** What follows the verb, as help shows it. */
  usage: string
  /** What it does, where the verb does not say it. */
  about?: string
  options: Options
  /** Which kind of number it wants, where several features share the verb: the last of them takes what no other does. */
  takes?: NumberKind
  run(shop: StaffDesk, typed: Typed<Options>): Promise<string>
  /** After a no: where the thing stands, and what would have been possible. */
  tellState?(shop: StaffDesk, rest: string[]): Promise<string>
}

/** What a feature adds to `npm run staff`. */
export type StaffCommands = {
  /** Stands above its commands in the help, and above what waits. */
  heading: string
  /** What holds for all of its commands, beside the heading in the help. */
  note?: string
  /** What there is to see. Its verb and alias may also stand in front of another: `orders pay HB…`. */
  list?: StaffCommand
  /** Its list shows what waits for somebody. */
  isWaitedFor?: boolean
  commands: StaffCommand[]
}

export function defineCommand<const Options extends OptionTypes = Record<never, never>>(
  command: Omit<StaffCommand<Options>, 'options'> & { options?: Options },
): StaffCommand {
  return { options: {}, ...command }
}

type NumberKind = keyof typeof numberPrefixes | 'chat'

/** What a number names. The id of a chat is longer than any number: it may begin like one, and is still a chat. */
export function kindOf(word = ''): NumberKind | null {
  if (isId(word)) return 'chat'
  for (const kind of ['return', 'ticket', 'order'] as const) {
    if (word.toUpperCase().startsWith(numberPrefixes[kind])) return kind
  }
  // A shop may have letters of its own for its orders.
  if (/^[A-Z]{2}[A-Z0-9]{11}$/i.test(word)) return 'order'
  return word === '' ? null : 'chat'
}

/** Whole: an order's, return's or ticket's number, or the id of a chat. */
export function isNumber(word: string): boolean {
  return isId(word) || (/^[A-Z0-9]{13}$/i.test(word) && kindOf(word) !== 'chat')
}

function isId(word: string): boolean {
  return /^[a-z0-9]{24}$/.test(word)
}

/** The number a command is about; whatever follows it is said in words. */
export function takeNumber(rest: string[], kind: keyof typeof numberPrefixes): string {
  const number = rest[0]?.trim().toUpperCase() ?? ''
  if (number === '') throw new Misuse(`Name the ${kind}, for example ${numberPrefixes[kind]}2A3B4C5D6E7.`)
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
