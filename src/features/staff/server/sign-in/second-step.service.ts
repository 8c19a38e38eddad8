import { randomInt } from 'node:crypto'
import { and, count, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { readSetting } from '#features/settings/server/settings.service.ts'
import { recoveryCodeCount } from '#features/staff/staff.rules.ts'
import type { Database } from '#server/database/database.ts'
import { refuse } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { openSealed, sealText } from '#server/signing.ts'
import { hashSecret } from '../people/staff-actor.service.ts'
import { staffCodes, staffPasskeys, staffRecoveryCodes } from '../staff-access.tables.ts'
import { drawQrCode } from './qr-code.ts'

export type SecondStep = 'passkey' | 'code'
const sealPurpose = 'staff-codes'
const period = 30
// 1 step of 30 s in both directions, because the clocks of phones are often inaccurate by up to 30 s. Codes of other
// steps are rejected.
const window = 1

/** Returns the second steps of a member, the preferred step first. */
export async function readSecondSteps(db: Database, memberId: string): Promise<SecondStep[]> {
  const [passkey] = await db
    .select({ id: staffPasskeys.id })
    .from(staffPasskeys)
    .where(eq(staffPasskeys.memberId, memberId))
    .limit(1)
  const [code] = await db
    .select({ memberId: staffCodes.memberId })
    .from(staffCodes)
    .where(and(eq(staffCodes.memberId, memberId), isNotNull(staffCodes.confirmedAt)))
  return [...(passkey ? (['passkey'] as const) : []), ...(code ? (['code'] as const) : [])]
}

const makeTotp = (secret: Secret, label = '', issuer = '') => new TOTP({ secret, digits: 6, period, label, issuer })

/**
 * Creates a secret for the authenticator app. The secret takes effect once its first code is sent. Until then, another
 * secret can be requested.
 */
export async function startCode(
  shop: Shop,
  member: { id: string; email: string },
): Promise<{ secret: string; uri: string; qr: string }> {
  const { db } = shop
  const secret = new Secret({ size: 20 })
  const sealedSecret = await sealText(shop, sealPurpose, secret.base32)
  const [kept] = await db
    .insert(staffCodes)
    .values({ memberId: member.id, sealedSecret })
    .onConflictDoUpdate({
      target: staffCodes.memberId,
      set: { sealedSecret, lastStep: 0 },
      setWhere: isNull(staffCodes.confirmedAt),
    })
    .returning({ memberId: staffCodes.memberId })
  if (!kept) throw refuse('exists_already', { message: 'You already have an authenticator app. Remove it first.' })
  const issuer = await readSetting(db, 'site_name')
  const uri = toCodeUri(secret.base32, member.email, issuer)
  return { secret: secret.base32, uri, qr: drawQrCode(uri) }
}

/** Returns the address from which apps read a secret, as a link or as a QR code. */
export function toCodeUri(secret: string, email: string, issuer: string): string {
  return makeTotp(Secret.fromBase32(secret), email, issuer).toString()
}

/** Returns whether a code is right and was not used before. */
export async function verifyCode(shop: Shop, memberId: string, typed: string, isFirst = false): Promise<boolean> {
  const { db, clock } = shop
  const isMemberCode = and(
    eq(staffCodes.memberId, memberId),
    isFirst ? isNull(staffCodes.confirmedAt) : isNotNull(staffCodes.confirmedAt),
  )
  const [row] = await db.select().from(staffCodes).where(isMemberCode)
  const secret = row && (await openSealed(shop, sealPurpose, row.sealedSecret))
  const token = typed.replace(/\s/g, '')
  if (!secret || !/^\d{6}$/.test(token)) return false
  const now = clock.now()
  const delta = makeTotp(Secret.fromBase32(secret)).validate({ token, timestamp: now.getTime(), window })
  if (delta === null) return false
  const step = Math.floor(now.getTime() / 1000 / period) + delta
  // Of two simultaneous requests, the update succeeds for only one.
  const taken = await db
    .update(staffCodes)
    .set({ lastStep: step, ...(isFirst && { confirmedAt: now }) })
    .where(and(isMemberCode, lt(staffCodes.lastStep, step)))
    .returning({ memberId: staffCodes.memberId })
  return taken.length > 0
}

const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'
const randomGroup = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
/** Creates a recovery code of 16 characters. The code has 79 bits, which makes a plain hash safe. */
const newRecoveryCode = () => Array.from({ length: 4 }, randomGroup).join('-')
const hashRecoveryCode = (typed: string) => hashSecret(typed.toLowerCase().replace(/[^\da-z]/g, ''))

export async function renewRecoveryCodes(tx: Database, memberId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  await tx.delete(staffRecoveryCodes).where(eq(staffRecoveryCodes.memberId, memberId))
  await tx.insert(staffRecoveryCodes).values(codes.map((code) => ({ memberId, codeHash: hashRecoveryCode(code) })))
  return codes
}

/** Returns recovery codes when a member adds the first second step. Existing codes stay valid. */
export async function createFirstRecoveryCodes(tx: Database, memberId: string): Promise<string[]> {
  return (await countRecoveryCodes(tx, memberId)) > 0 ? [] : renewRecoveryCodes(tx, memberId)
}

export async function countRecoveryCodes(db: Database, memberId: string): Promise<number> {
  const [found] = await db
    .select({ left: count() })
    .from(staffRecoveryCodes)
    .where(and(eq(staffRecoveryCodes.memberId, memberId), isNull(staffRecoveryCodes.usedAt)))
  return found?.left ?? 0
}

export async function consumeRecoveryCode({ db, clock }: Shop, memberId: string, typed: string): Promise<boolean> {
  const taken = await db
    .update(staffRecoveryCodes)
    .set({ usedAt: clock.now() })
    .where(
      and(
        eq(staffRecoveryCodes.memberId, memberId),
        eq(staffRecoveryCodes.codeHash, hashRecoveryCode(typed)),
        isNull(staffRecoveryCodes.usedAt),
      ),
    )
    .returning({ memberId: staffRecoveryCodes.memberId })
  return taken.length > 0
}

/** Throws if the shop requires a second step and the member would have none left. */
export async function checkOneIsLeft(tx: Database, memberId: string): Promise<void> {
  if ((await readSecondSteps(tx, memberId)).length > 0) return
  if ((await readSetting(tx, 'staff_second_step')) === 'on') throw refuse('second_step_kept')
  await tx.delete(staffRecoveryCodes).where(eq(staffRecoveryCodes.memberId, memberId))
}
