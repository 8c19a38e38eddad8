import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes, randomInt } from 'node:crypto'
import { numberPrefixes } from '#contract/text/number-prefixes.ts'

const idAlphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'
// Without 0 O, 1 I L, because shoppers type these numbers from an email or a parcel slip.
const numberAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Returns an opaque id of 24 characters (124 bits) that cannot be guessed. */
export function newId(): string {
  return drawFrom(idAlphabet, 24)
}

/** Returns a secret of 256 bits, for sessions and links in mails. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns an order number of 13 characters, short enough for every form that asks for one. */
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

/** Draws ids and numbers from `draw` while `work` runs, so that demo data always has the same ids. Secrets stay random. */
export function drawIdsFrom<T>(draw: Draw, work: () => Promise<T>): Promise<T> {
  return seeded.run(draw, work)
}

function drawFrom(alphabet: string, length: number): string {
  // A plain modulo would favor the first characters of the alphabet. randomInt is unbiased.
  const draw = seeded.getStore() ?? randomInt
  return Array.from({ length }, () => alphabet.charAt(draw(alphabet.length))).join('')
}
