import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { and, count, eq } from 'drizzle-orm'
import { toStaffTime } from '#contract/calls/staff-call.ts'
import { isRecord } from '#contract/values.ts'
import { readSetting } from '#features/settings/server/settings.service.ts'
import type { Passkey } from '#features/staff/me.staff.contract.ts'
import { refuse } from '#server/http/refuse.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import type { Shop } from '#server/shop.ts'
import { staffPasskeys } from '../staff-access.tables.ts'
import { consumeChallenge, saveChallenge } from './challenges.service.ts'

type Json = Record<string, unknown>
type PasskeyRow = typeof staffPasskeys.$inferSelect

const siteOf = ({ publicUrl }: Shop) => ({ rpID: new URL(publicUrl).hostname, origin: new URL(publicUrl).origin })

/**
 * Returns the options with which the browser asks for a passkey. The passkey is any passkey of this shop, or one of the
 * signed-in member's passkeys.
 */
export async function askForPasskey(shop: Shop, request: VisitorRequest, memberId: string | null): Promise<Json> {
  const ownPasskeys = memberId ? await listPasskeyRows(shop, memberId) : []
  const options = await generateAuthenticationOptions({
    rpID: siteOf(shop).rpID,
    // A passkey replaces both steps, so user verification is required.
    userVerification: 'required',
    allowCredentials: ownPasskeys.map(({ id, transports }) => ({ id, transports })),
  })
  await saveChallenge(shop, request, 'passkey', { memberId, challenge: options.challenge })
  return { ...options }
}

/** Returns the passkey that signed the challenge of this browser. Throws if any check fails. */
export async function verifyPasskey(shop: Shop, request: VisitorRequest, response: Json): Promise<PasskeyRow> {
  const { db, clock } = shop
  const challenge = await consumeChallenge(shop, request, 'passkey')
  if (!challenge) throw refuse('sign_in_over')
  const [passkey] = await db
    .select()
    .from(staffPasskeys)
    .where(eq(staffPasskeys.id, String(response.id)))
  if (!passkey || (challenge.memberId && challenge.memberId !== passkey.memberId)) throw refuse('wrong_passkey')
  if (!isSigned(response)) throw refuse('wrong_passkey')
  const { rpID, origin } = siteOf(shop)
  const { id, publicKey, counter } = passkey
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge.challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
    requireUserVerification: true,
  }).catch((cause: unknown) => {
    throw refuse('wrong_passkey', { cause })
  })
  if (!checked.verified) throw refuse('wrong_passkey')
  const { newCounter } = checked.authenticationInfo
  // Another sign-in has raised the counter in the meantime, which means that the passkey was copied.
  const [taken] = await db
    .update(staffPasskeys)
    .set({ counter: newCounter, usedAt: clock.now() })
    .where(and(eq(staffPasskeys.id, id), eq(staffPasskeys.counter, counter)))
    .returning()
  if (!taken) throw refuse('wrong_passkey')
  return taken
}

/**
 * Returns whether a response of the browser has the fields that new and known passkeys share. The library checks the
 * values.
 */
const isCredential = ({ id, rawId, type, response }: Json) =>
  typeof id === 'string' && typeof rawId === 'string' && type === 'public-key' && isRecord(response)
const isSigned = (answer: Json): answer is Json & AuthenticationResponseJSON => isCredential(answer)
const isNewPasskey = (answer: Json): answer is Json & RegistrationResponseJSON => isCredential(answer)

type Owner = { id: string; email: string; name: string }

export async function startPasskey(shop: Shop, request: VisitorRequest, member: Owner): Promise<Json> {
  const ownPasskeys = await listPasskeyRows(shop, member.id)
  const options = await generateRegistrationOptions({
    rpName: await readSetting(shop.db, 'site_name'),
    rpID: siteOf(shop).rpID,
    userID: new TextEncoder().encode(member.id),
    userName: member.email,
    userDisplayName: member.name,
    attestationType: 'none',
    excludeCredentials: ownPasskeys.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await saveChallenge(shop, request, 'new-passkey', { memberId: member.id, challenge: options.challenge })
  return { ...options }
}

/** Checks a new passkey of the browser. `addPasskey` stores it. */
export async function checkNewPasskey(
  shop: Shop,
  request: VisitorRequest,
  memberId: string,
  response: Json,
): Promise<Pick<PasskeyRow, 'id' | 'publicKey' | 'counter' | 'transports'>> {
  const challenge = await consumeChallenge(shop, request, 'new-passkey')
  if (!challenge || challenge.memberId !== memberId) throw refuse('sign_in_over')
  if (!isNewPasskey(response)) throw refuse('wrong_passkey')
  const { rpID, origin } = siteOf(shop)
  const checked = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge.challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch((cause: unknown) => {
    throw refuse('wrong_passkey', { cause })
  })
  if (!checked.verified) throw refuse('wrong_passkey')
  const { id, publicKey, counter, transports = [] } = checked.registrationInfo.credential
  return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports: transports.slice(0, 10) }
}

export async function addPasskey(
  { db, clock, bounds }: Shop,
  memberId: string,
  name: string,
  made: Pick<PasskeyRow, 'id' | 'publicKey' | 'counter' | 'transports'>,
): Promise<Passkey> {
  const isOwnPasskey = eq(staffPasskeys.memberId, memberId)
  const [row] = await db
    .insert(staffPasskeys)
    .values({ ...made, memberId, name, createdAt: clock.now() })
    .onConflictDoNothing()
    .returning()
  if (!row) throw refuse('exists_already')
  const [found] = await db.select({ there: count() }).from(staffPasskeys).where(isOwnPasskey)
  if ((found?.there ?? 0) > bounds.staffPasskeys) throw refuse('too_many_there')
  return toPasskey(row)
}

export async function listPasskeys(shop: Shop, memberId: string): Promise<Passkey[]> {
  return (await listPasskeyRows(shop, memberId)).map(toPasskey)
}

function listPasskeyRows({ db }: Shop, memberId: string): Promise<PasskeyRow[]> {
  return db.select().from(staffPasskeys).where(eq(staffPasskeys.memberId, memberId)).orderBy(staffPasskeys.createdAt)
}

function toPasskey({ id, name, createdAt, usedAt }: PasskeyRow): Passkey {
  return { id, name, created_at: toStaffTime(createdAt), used_at: usedAt && toStaffTime(usedAt) }
}
