import { randomBytes, randomInt } from 'node:crypto'

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
export function newOrderNo(): string {
  return `HB${drawFrom(numberAlphabet, 11)}`
}

export function newReturnNo(): string {
  return `RT${drawFrom(numberAlphabet, 11)}`
}

function drawFrom(alphabet: string, length: number): string {
  // randomInt rejects what would favour the first letters, a plain modulo would not.
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
}
