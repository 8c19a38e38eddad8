import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

/** argon2id, written down with its parameters so that they can be raised later without locking anybody out. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { ...cost, message: password, nonce })
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${nonce.toString('base64url')}$${tag.toString('base64url')}`
}

/** Of accounts that came from another shop: until its owner sets one by mail, no password is right. */
export const noPassword = 'none'

export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  if (hash === noPassword) return verifyNobody(password)
  const [, , , parameters = '', nonce = '', expected = ''] = hash.split('$')
  const [memory = 0, passes = 0, parallelism = 0] = parameters.split(',').map((one) => Number(one.slice(2)))
  const expectedTag = Buffer.from(expected, 'base64url')
  const tag = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(nonce, 'base64url'),
    memory,
    passes,
    parallelism,
    tagLength: expectedTag.length,
  })
  return timingSafeEqual(tag, expectedTag)
}

let nobodysHash: Promise<string> | undefined

/** For an address without account: takes as long as a real check and is never right. */
export async function verifyNobody(password: string): Promise<false> {
  nobodysHash ??= hashPassword(randomBytes(16).toString('hex'))
  await verifyPassword(password, await nobodysHash)
  return false
}
