import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const deriveKey = promisify(argon2)
const argonParameters = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

/** Hashes a password with argon2id. The parameters are stored with the hash, so that they can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await deriveKey('argon2id', { ...argonParameters, message: password, nonce })
  const { memory, passes, parallelism } = argonParameters
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${nonce.toString('base64url')}$${tag.toString('base64url')}`
}

/**
 * Stored hash of accounts imported from another shop. No password matches until the owner sets a password by a mailed
 * link.
 */
export const unusablePassword = 'none'

export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  if (hash === unusablePassword) return verifyAgainstDummy(password)
  const [, , , parameters = '', nonce = '', expected = ''] = hash.split('$')
  const [memory = 0, passes = 0, parallelism = 0] = parameters.split(',').map((one) => Number(one.slice(2)))
  const expectedTag = Buffer.from(expected, 'base64url')
  const tag = await deriveKey('argon2id', {
    message: password,
    nonce: Buffer.from(nonce, 'base64url'),
    memory,
    passes,
    parallelism,
    tagLength: expectedTag.length,
  })
  return timingSafeEqual(tag, expectedTag)
}

let dummyHash: Promise<string> | undefined

/** Returns false after the time that a real check takes. Used for an email address without an account. */
export async function verifyAgainstDummy(password: string): Promise<false> {
  dummyHash ??= hashPassword(randomBytes(16).toString('hex'))
  await verifyPassword(password, await dummyHash)
  return false
}
