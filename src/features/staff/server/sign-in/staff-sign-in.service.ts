import { eq } from 'drizzle-orm'
import { verifyAgainstDummy, verifyPassword } from '#features/sign-in/server/password.ts'
import type { Step } from '#features/staff/sign-in.staff.contract.ts'
import { staffForgotLink } from '#features/staff/staff-links.ts'
import { refuse } from '#server/http/refuse.ts'
import type { StaffActor } from '#server/http/staff/staff-actor.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import type { Shop } from '#server/shop.ts'
import { queueStaffMail } from '../people/staff-mails.ts'
import { staffMembers } from '../staff.tables.ts'
import { consumeChallenge, countChallengeAttempt, saveChallenge } from './challenges.service.ts'
import { logFailedSignIn } from './failed-sign-ins.service.ts'
import { verifyPasskey } from './passkeys.service.ts'
import { consumeRecoveryCode, readSecondSteps, verifyCode } from './second-step.service.ts'
import { countStaffAttempt } from './staff-attempts.ts'
import { lockMember } from './staff-password.service.ts'
import { openStaffSession } from './staff-session.service.ts'

type SignedIn = { step: Step; actor: StaffActor | null }
const done: Step = { step: 'done', steps: [] }

/** Checks the password. A member with a second step must complete that step afterwards. */
export async function signIn(
  shop: Shop,
  request: VisitorRequest,
  { email, password }: { email: string; password: string },
): Promise<SignedIn> {
  const { db, clock, limitHashing } = shop
  const tries = await countTry(shop, request, { step: 'password', email })
  const [member] = await db.select().from(staffMembers).where(eq(staffMembers.email, email))
  const hash = member && !member.disabledAt ? member.passwordHash : null
  const isRight = await limitHashing(() => (hash ? verifyPassword(password, hash) : verifyAgainstDummy(password)))
  // The response and its time are the same for an unknown address, a disabled member and a wrong password. Strangers
  // therefore cannot find out who is a member.
  if (!member || !isRight) {
    await logFailedSignIn(shop, request, { email })
    throw refuse('wrong_sign_in')
  }
  await tries.release()
  return db.transaction(async (tx) => {
    const held = await lockMember(tx, member.id)
    // The password was changed during the check, so the old password is no longer valid.
    if (!held || held.passwordHash !== hash) throw refuse('wrong_sign_in')
    const steps = await readSecondSteps(tx, held.id)
    const [step] = steps
    if (step) {
      await saveChallenge({ db: tx, clock }, request, 'second-step', { memberId: held.id })
      return { step: { step, steps }, actor: null }
    }
    const opening = { way: 'password', confirmedAt: clock.now() } as const
    return { step: done, actor: await openStaffSession(shop, tx, request, held, opening) }
  })
}

/** Counts a try. A refused try is recorded in the audit log. */
async function countTry(shop: Shop, request: VisitorRequest, input: Parameters<typeof countStaffAttempt>[2]) {
  try {
    return await countStaffAttempt(shop, request, input)
  } catch (error) {
    await logFailedSignIn(shop, request, { email: input.email, isLocked: true })
    throw error
  }
}

type Code = { code?: string | undefined; recovery_code?: string | undefined }

export async function sendCode(shop: Shop, request: VisitorRequest, sent: Code): Promise<SignedIn> {
  const { db, clock } = shop
  const waiting = await countChallengeAttempt(shop, request, 'second-step')
  if (!waiting?.memberId) throw refuse('sign_in_over')
  const { memberId } = waiting
  const [member] = await db.select().from(staffMembers).where(eq(staffMembers.id, memberId))
  const email = member?.email ?? ''
  const step = sent.code === undefined ? 'recovery code' : 'code'
  const tries = await countTry(shop, request, { step, email })
  if (!(await isRightCode(shop, memberId, sent))) {
    await logFailedSignIn(shop, request, { email })
    if (tries.isAccountDelayed) await queueGuessingMail(shop, memberId, email)
    throw refuse('wrong_code')
  }
  await tries.release()
  return db.transaction(async (tx) => {
    const held = await lockMember(tx, memberId)
    if (!held || !(await consumeChallenge({ db: tx, clock }, request, 'second-step'))) throw refuse('sign_in_over')
    const opening = { way: 'password', confirmedAt: clock.now() } as const
    return { step: done, actor: await openStaffSession(shop, tx, request, held, opening) }
  })
}

/**
 * Mails a warning, at most once a day. Someone who tries codes knows the password already, so only a new password stops
 * the guessing.
 */
async function queueGuessingMail(shop: Shop, memberId: string, email: string): Promise<void> {
  if (!(await shop.limits.allows('staffCodeWarnings', memberId))) return
  await queueStaffMail(shop, shop.db, {
    to: email,
    subject: 'Someone is guessing your sign-in codes',
    paragraphs: [
      'Your password was entered correctly, followed by many wrong codes. Sign-in with a code from a new browser is paused for up to an hour at a time.',
      'Browsers where you signed in before, passkeys and recovery codes still work.',
      'If this was not you, set a new password now and tell an owner of the shop.',
    ],
    button: { label: 'Set a new password', href: `${shop.publicUrl}${staffForgotLink}` },
  })
}

export async function isRightCode(shop: Shop, memberId: string, { code, recovery_code }: Code): Promise<boolean> {
  if (code !== undefined) return verifyCode(shop, memberId, code)
  return recovery_code !== undefined && consumeRecoveryCode(shop, memberId, recovery_code)
}

/**
 * Signs a member in by a passkey alone. A passkey proves possession, and also knowledge or biometrics, so no second
 * step is needed.
 */
export async function signInByPasskey(
  shop: Shop,
  request: VisitorRequest,
  response: Record<string, unknown>,
): Promise<SignedIn> {
  const { memberId } = await verifyPasskey(shop, request, response)
  return shop.db.transaction(async (tx) => {
    const held = await lockMember(tx, memberId)
    if (!held) throw refuse('wrong_passkey')
    await consumeChallenge({ db: tx, clock: shop.clock }, request, 'second-step')
    const opening = { way: 'passkey', confirmedAt: shop.clock.now() } as const
    return { step: done, actor: await openStaffSession(shop, tx, request, held, opening) }
  })
}
