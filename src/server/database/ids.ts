import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes, randomInt } from 'node:crypto'
import { numberPrefixes } from '#contract/text/number-prefixes.ts'

const idAlphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'
// Without 0 O, 1 I L: shoppers type these numbers from an e-mail or a parcel slip.
const numberAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** An opaque id of 24 characters (124 bits): nobody can guess the next one. */
export function newId(): string {
  return drawFrom(idAlphabet, 24)
}

/** A secret of 256 bits, for sessions and links in mails. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** An order number: 13 characters, short enough for every form that asks for one. */
export function newOrderNo(prefix: string = numberPrefixes.order): string {
  return `${prefix}${drawFrom(numberAlphabet, 11)}`
}

export function newReturnNo(): string {
  return `${numberPrefixes.return}${drawFrom(numberAlphabet, 11)}`
}

export function newTicketNo(): string {
  return `${numberPrefixes.ticket}${drawFrom(numberAlphabet, 11)}`
}

type Draw = (below: number) => number
const seeded = new AsyncLocalStorage<Draw>()

/** While `work` runs, and only in it, ids and numbers come from `draw`: demo data have the same ones every time. Secrets never do. */
export function drawIdsFrom<T>(draw: Draw, work: () => Promise<T>): Promise<T> {
  return seeded.run(draw, work)
}

function drawFrom(alphabet: string, length: number): string {
  // randomInt rejects what would favour the first letters, a plain modulo would not.
  const draw = seeded.getStore() ?? randomInt
  return Array.from({ length }, () => alphabet.charAt(draw(alphabet.length))).join('')
}
