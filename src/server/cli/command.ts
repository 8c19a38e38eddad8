import type { MakeStaffCall } from '#contract/calls/staff-call.ts'
import { numberPrefixes } from '#contract/text/number-prefixes.ts'
import type { Shop } from '../shop.ts'

/** An error for wrong use of the command line. The command did nothing, and the message names the expected input. */
export class UsageError extends Error {}

/** Option types in the format of Node's `parseArgs`. */
export type OptionTypes = Record<string, { type: 'string'; multiple?: boolean }>

/** The parsed command line: `ship HB… --carrier DHL` has the verb `ship`, the rest `HB…` and one option. */
export type Typed<Options extends OptionTypes = OptionTypes> = {
  verb: string
  rest: string[]
  options: { [Name in keyof Options]?: Options[Name] extends { multiple: true } ? string[] : string }
}

/** The shop as a command sees it, with the calls of the staff API. The actor is the person with a shell on the server. */
export type CommandShop = Shop & { call: MakeStaffCall }

/** One command of `npm run staff`. */
export type StaffCommand<Options extends OptionTypes = OptionTypes> = {
  verb: string
  alias?: string
  /** The arguments after the verb, as help shows them. */
  usage: string
  /** A description, if the verb alone is not clear. */
  about?: string
  options: Options
  /**
   * The kind of number that this command accepts, if several features have a command with this verb. The last command
   * with the verb accepts all other input.
   */
  takes?: NumberKind
  run(shop: CommandShop, typed: Typed<Options>): Promise<string>
  /** Returns the current state and the possible next steps, shown after a refusal. */
  formatState?(shop: CommandShop, rest: string[]): Promise<string>
}

/** The commands that a feature adds to `npm run staff`. */
export type StaffCommands = {
  /** The heading above the commands in the help, and above the list of waiting work. */
  heading: string
  /** A note beside the heading in the help that applies to all commands. */
  note?: string
  /** The list command. The verb and alias of the command can also precede another verb: `orders pay HB…`. */
  list?: StaffCommand
  /** True if the list shows work that waits for staff. */
  showsWaitingWork?: boolean
  commands: StaffCommand[]
}

export function defineCommand<const Options extends OptionTypes = Record<never, never>>(
  command: Omit<StaffCommand<Options>, 'options'> & { options?: Options },
): StaffCommand {
  return { options: {}, ...command }
}

type NumberKind = keyof typeof numberPrefixes | 'chat'

/**
 * Returns the kind of a number. Chat ids are longer than all numbers but can start like a number, so chat ids are
 * tested first.
 */
export function findNumberKind(word = ''): NumberKind | null {
  if (isId(word)) return 'chat'
  for (const kind of ['return', 'ticket', 'order'] as const) {
    if (word.toUpperCase().startsWith(numberPrefixes[kind])) return kind
  }
  // A shop can have its own prefix for order numbers.
  if (/^[A-Z]{2}[A-Z0-9]{11}$/i.test(word)) return 'order'
  return word === '' ? null : 'chat'
}

/** Returns whether a word is a complete number of an order, return or ticket, or the id of a chat. */
export function isNumber(word: string): boolean {
  return isId(word) || (/^[A-Z0-9]{13}$/i.test(word) && findNumberKind(word) !== 'chat')
}

function isId(word: string): boolean {
  return /^[a-z0-9]{24}$/.test(word)
}

/** Returns the number that a command is about. Throws if it has the wrong kind. */
export function parseNumber(rest: string[], kind: keyof typeof numberPrefixes): string {
  const number = rest[0]?.trim().toUpperCase() ?? ''
  if (number === '')
    throw new UsageError(`Enter the number of the ${kind}, such as ${numberPrefixes[kind]}2A3B4C5D6E7.`)
  return number
}

/** Returns the text after the number as one sentence, with or without quotes around the text. */
export function parseText(rest: string[], what: string): string {
  const text = rest.slice(1).join(' ').trim()
  if (text === '') throw new UsageError(`Enter ${what} after the number.`)
  return text
}

export function parseLimit(limit: string | undefined): number {
  if (limit === undefined) return 50
  const rows = Number(limit)
  if (!Number.isInteger(rows) || rows < 1 || rows > 1000)
    throw new UsageError('--limit must be a whole number from 1 to 1000.')
  return rows
}

/** Parses the time of a carrier's report: `2026-06-15 10:00` in UTC, or with a zone. Without a time, returns the current time. */
export function parseTime(at: string | undefined, now: Date): Date {
  if (at === undefined) return now
  const hasZone = /(?:[zZ]|[+-]\d\d:?\d\d)$/.test(at)
  const time = new Date(hasZone ? at : `${at.trim().replace(' ', 'T')}Z`)
  if (Number.isNaN(time.getTime()))
    throw new UsageError(`--at must be a time such as "2026-06-15 10:00" (UTC), not "${at}".`)
  if (time > now) throw new UsageError('--at must not be in the future.')
  return time
}
