import { eq } from 'drizzle-orm'
import { verifyNobody, verifyPassword } from '#features/sign-in/server/password.ts'
import type { Step } from '#features/staff/sign-in.staff.contract.ts'
import { staffForgotLink } from '#features/staff/staff-links.ts'
import { refuse } from '#server/http/refuse.ts'
import type { StaffAsker } from '#server/http/staff-asker.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import type { Shop } from '#server/shop.ts'
import { mailStaff } from '../people/staff-mails.ts'
import { staffMembers } from '../staff.tables.ts'
import { keepChallenge, takeChallenge, tryChallenge } from './challenges.service.ts'
import { noteFailedSignIn } from './failed-sign-ins.service.ts'
import { takePasskey } from './passkeys.service.ts'
import { readSecondSteps, takeCode, takeRecoveryCode } from './second-step.service.ts'
import { holdMember } from './staff-password.service.ts'
import { openStaffSession } from './staff-session.service.ts'
import { countStaffTry } from './staff-tries.ts'

type SignedIn = { step: Step; asker: StaffAsker | null }
const done: Step = { step: 'done', steps: [] }

/** Checks the password first. A member with a second step needs that too. */
export async function signIn(
  shop: Shop,
  request: VisitorRequest,
  { email, password }: { email: string; password: string },
): Promise<SignedIn> {
  const { db, clock, limitHashing } = shop
  const tries = await countTry(shop, request, { step: 'password', email })
  const [member] = await db.select().from(staffMembers).where(eq(staffMembers.email, email))
  const hash = member && !member.disabledAt ? member.passwordHash : null
  const isRight = await limitHashing(() => (hash ? verifyPassword(password, hash) : verifyNobody(password)))
  // One answer after the same time for unknown, disabled and wrong, so that nobody learns who is a member.
  if (!member || !isRight) {
    await noteFailedSignIn(shop, request, { email })
    throw refuse('wrong_sign_in')
  }
  await tries.giveBack()
  return db.transaction(async (tx) => {
    const held = await holdMember(tx, member.id)
    // The password was changed during the check, so the old one is no longer valid.
    if (!held || held.passwordHash !== hash) throw refuse('wrong_sign_in')
    const steps = await readSecondSteps(tx, held.id)
    const [step] = steps
    if (step) {
      await keepChallenge({ db: tx, clock }, request, 'second-step', { memberId: held.id })
      return { step: { step, steps }, asker: null }
    }
    const opening = { way: 'password', confirmedAt: clock.now() } as const
    return { step: done, asker: await openStaffSession(shop, tx, request, held, opening) }
  })
}

/** Counts a try. A refused try is recorded in the audit log. */
async function countTry(shop: Shop, request: VisitorRequest, asked: Parameters<typeof countStaffTry>[2]) {
  try {
    return await countStaffTry(shop, request, asked)
  } catch (error) {
    await noteFailedSignIn(shop, request, { email: asked.email, isLocked: true })
    throw error
  }
}

type Code = { code?: string | undefined; recovery_code?: string | undefined }

export async function sendCode(shop: Shop, request: VisitorRequest, sent: Code): Promise<SignedIn> {
  const { db, clock } = shop
  const waiting = await tryChallenge(shop, request, 'second-step')
  if (!waiting?.memberId) throw refuse('sign_in_over')
  const { memberId } = waiting
  const [member] = await db.select().from(staffMembers).where(eq(staffMembers.id, memberId))
  const email = member?.email ?? ''
  const step = sent.code === undefined ? 'recovery code' : 'code'
  const tries = await countTry(shop, request, { step, email })
  if (!(await isRightCode(shop, memberId, sent))) {
    await noteFailedSignIn(shop, request, { email })
    if (tries.isAccountSlowed) await warnOfGuessing(shop, memberId, email)
    throw refuse('wrong_code')
  }
  await tries.giveBack()
  return db.transaction(async (tx) => {
    const held = await holdMember(tx, memberId)
    if (!held || !(await takeChallenge({ db: tx, clock }, request, 'second-step'))) throw refuse('sign_in_over')
    const opening = { way: 'password', confirmedAt: clock.now() } as const
    return { step: done, asker: await openStaffSession(shop, tx, request, held, opening) }
  })
}

/** Mails a warning at most once a day. A person who sends codes knows the password, so only a new password ends the guessing. */
async function warnOfGuessing(shop: Shop, memberId: string, email: string): Promise<void> {
  if (!(await shop.limits.allows('staffCodeWarnings', memberId))) return
  await mailStaff(shop, shop.db, {
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
  if (code !== undefined) return takeCode(shop, memberId, code)
  return recovery_code !== undefined && takeRecoveryCode(shop, memberId, recovery_code)
}

/** Signs a member in by a passkey alone. It proves possession, and knowledge or biometrics. */
export async function signInByPasskey(
  shop: Shop,
  request: VisitorRequest,
  response: Record<string, unknown>,
): Promise<SignedIn> {
  const { memberId } = await takePasskey(shop, request, response)
  return shop.db.transaction(async (tx) => {
    const held = await holdMember(tx, memberId)
    if (!held) throw refuse('wrong_passkey')
    await takeChallenge({ db: tx, clock: shop.clock }, request, 'second-step')
    const opening = { way: 'passkey', confirmedAt: shop.clock.now() } as const
    return { step: done, asker: await openStaffSession(shop, tx, request, held, opening) }
  })
}
