import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Shop } from './shop.ts'
import { signingKeys } from './signing.tables.ts'

type SigningParts = Pick<Shop, 'db' | 'clock'>
const known = new WeakMap<Shop['db'], Map<string, Promise<Buffer>>>()

/** Returns the key of a purpose. The first instance that needs the key creates it for all instances. */
function readKey({ db, clock }: SigningParts, purpose: string): Promise<Buffer> {
  const keys = known.get(db) ?? new Map<string, Promise<Buffer>>()
  known.set(db, keys)
  const found = keys.get(purpose)
  if (found) return found
  const read = async () => {
    const key = randomBytes(32).toString('base64url')
    await db.insert(signingKeys).values({ name: purpose, key, createdAt: clock.now() }).onConflictDoNothing()
    const [kept] = await db.select().from(signingKeys).where(eq(signingKeys.name, purpose))
    return Buffer.from(kept?.key ?? key, 'base64url')
  }
  const reading = read()
  keys.set(purpose, reading)
  // A failed read is not cached, so that the next call asks the database again.
  reading.catch(() => keys.delete(purpose))
  return reading
}

/** Returns a readable value with a signature, for storage in a browser that cannot change it. */
export async function signValue(signingParts: SigningParts, purpose: string, value: unknown): Promise<string> {
  const text = Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${text}.${await computeSign(signingParts, purpose, text)}`
}

/** Returns the signed value, or null if the signature is not valid. */
export async function readSigned(signingParts: SigningParts, purpose: string, signed: string): Promise<unknown> {
  const [, text = '', sign = ''] = /^([\w-]{1,2000})\.([\w-]{43})$/.exec(signed) ?? []
  if (!text) return null
  const expected = await computeSign(signingParts, purpose, text)
  if (!timingSafeEqual(Buffer.from(sign), Buffer.from(expected))) return null
  return JSON.parse(Buffer.from(text, 'base64url').toString())
}

async function computeSign(signingParts: SigningParts, purpose: string, text: string): Promise<string> {
  return createHmac('sha256', await readKey(signingParts, purpose))
    .update(text)
    .digest('base64url')
}

const ivBytes = 12
const tagBytes = 16

/** Encrypts a text so that only this shop can read it: AES-256-GCM with the key of its purpose. */
export async function sealText(signingParts: SigningParts, purpose: string, text: string): Promise<string> {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', await readKey(signingParts, purpose), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Returns the decrypted text, or null if it was not encrypted here. */
export async function openSealed(signingParts: SigningParts, purpose: string, sealed: string): Promise<string | null> {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < ivBytes + tagBytes) return null
  const decipher = createDecipheriv('aes-256-gcm', await readKey(signingParts, purpose), bytes.subarray(0, ivBytes))
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  try {
    return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}
