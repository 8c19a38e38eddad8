import { and, eq, gt, isNull } from 'drizzle-orm'
import { dayMs, toWireTime } from '#contract/times.ts'
import { joinGuestClaims } from '#features/coupons/server/claims.service.ts'
import { joinGuestOrders } from '#features/orders/server/order-commands.service.ts'
import { readLetterWords } from '#features/settings/server/letter-words.service.ts'
import type { Database } from '#server/database.ts'
import { newId, newToken } from '#server/ids.ts'
import { queueMail, writeMail } from '#server/mail.ts'
import { refuse, refuseFields } from '#server/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { takeAtLeast } from '#server/steady-time.ts'
import type { SignedIn } from '../sign-in.contract.ts'
import { confirmDays, resetMinutes } from '../sign-in.rules.ts'
import { hashPassword, verifyNobody, verifyPassword } from './password.ts'
import { endAllSessions, hashToken, openSession } from './session.service.ts'
import { customers, emailConfirmationTokens, passwordResetTokens } from './sign-in.tables.ts'

type Credentials = {
  email: string
  password: string
  /** What the visitor reads the shop in; letters to the account follow it. */
  languageId?: number | null
}
type Opened = { signedIn: SignedIn; expiresAt: Date }

export async function signIn({ db, clock }: Shop, { email, password, languageId }: Credentials): Promise<Opened> {
  const [customer] = await db.select().from(customers).where(eq(customers.email, email))
  const isRight = customer ? await verifyPassword(password, customer.passwordHash) : await verifyNobody(password)
  // One answer for "no such account" and "wrong password": which addresses have accounts is nobody's business.
  if (!customer || !isRight) throw refuse('wrong_password')
  return db.transaction(async (tx) => {
    // What was bought while signed out with an address that is proved already.
    if (customer.emailConfirmedAt) await joinGuest(tx, { customerId: customer.id, email })
    if (languageId && languageId !== customer.languageId) {
      await tx.update(customers).set({ languageId }).where(eq(customers.id, customer.id))
    }
    return toOpened(customer, await openSession(tx, clock, customer.id))
  })
}

export async function register(shop: Shop, { email, password, languageId = null }: Credentials): Promise<Opened> {
  const { db, clock } = shop
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const now = clock.now()
    const customer = { id: newId(), email, passwordHash, name: '', languageId, passwordChangedAt: now, createdAt: now }
    const [created] = await tx.insert(customers).values(customer).onConflictDoNothing().returning({ id: customers.id })
    if (!created) throw refuse('email_taken')
    await askToConfirm(shop, tx, customer)
    return toOpened(customer, await openSession(tx, clock, customer.id))
  })
}

type Welcomed = { id: string; email: string; languageId: number | null }

async function askToConfirm(shop: Shop, tx: Database, customer: Welcomed): Promise<void> {
  const token = newToken()
  const now = shop.clock.now()
  await tx.insert(emailConfirmationTokens).values({
    tokenHash: hashToken(token),
    customerId: customer.id,
    email: customer.email,
    createdAt: now,
    expiresAt: new Date(now.getTime() + confirmDays * dayMs),
  })
  const { t, ...how } = await readLetterWords(tx, customer.languageId)
  const letter = {
    ...how,
    to: customer.email,
    subject: t('Welcome to {site_name}', { site_name: how.siteName }),
    paragraphs: [
      t(
        'Your account is ready. Please confirm that this address is yours: orders and coupons you made with it as a guest then join your account.',
      ),
      t('The link works for {days} days. If you did not open this account, you need not do anything.', {
        days: confirmDays,
      }),
    ],
    button: { label: t('Confirm my address'), href: `${shop.publicUrl}/account/confirmemail?token=${token}` },
  }
  await queueMail(tx, shop.clock, { ...writeMail(letter), kind: 'register', customerId: customer.id })
}

/** The same answer, after the same time, whether or not the address is known. */
export function forgotPassword(shop: Shop, email: string, languageId: number | null): Promise<void> {
  return takeAtLeast(250, sendResetLink(shop, email, languageId))
}

async function sendResetLink({ db, clock, publicUrl }: Shop, email: string, languageId: number | null): Promise<void> {
  await db.transaction(async (tx) => {
    const [customer] = await tx
      .select({ id: customers.id, languageId: customers.languageId })
      .from(customers)
      .where(eq(customers.email, email))
    if (!customer) return
    const token = newToken()
    const now = clock.now()
    const expiresAt = new Date(now.getTime() + resetMinutes * 60 * 1000)
    await tx
      .insert(passwordResetTokens)
      .values({ tokenHash: hashToken(token), customerId: customer.id, createdAt: now, expiresAt })
    const { t, ...how } = await readLetterWords(tx, languageId ?? customer.languageId)
    const letter = {
      ...how,
      to: email,
      subject: t('Set a new password'),
      paragraphs: [
        t('Somebody, hopefully you, asked to set a new password for your {site_name} account.', {
          site_name: how.siteName,
        }),
        t('The link works once, for {minutes} minutes. If it was not you, your password stays as it is.', {
          minutes: resetMinutes,
        }),
      ],
      button: { label: t('Set a new password'), href: `${publicUrl}/account/resetpassword?token=${token}` },
    }
    await queueMail(tx, clock, { ...writeMail(letter), kind: 'reset', customerId: customer.id })
  })
}

export async function resetPassword(
  { db, clock }: Shop,
  { token, password }: { token: string; password: string },
): Promise<{ email: string }> {
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const now = clock.now()
    const [used] = await tx
      .update(passwordResetTokens)
      .set({ usedAt: now })
      .where(
        and(
          eq(passwordResetTokens.tokenHash, hashToken(token)),
          isNull(passwordResetTokens.usedAt),
          gt(passwordResetTokens.expiresAt, now),
        ),
      )
      .returning({ customerId: passwordResetTokens.customerId })
    if (!used) throw refuse('reset_expired')
    // Links sent earlier must not undo this password later.
    await tx
      .update(passwordResetTokens)
      .set({ usedAt: now })
      .where(and(eq(passwordResetTokens.customerId, used.customerId), isNull(passwordResetTokens.usedAt)))
    const email = await setPassword(tx, used.customerId, passwordHash, now)
    // Whoever opened the link reads this mailbox.
    await confirmAddress(tx, { customerId: used.customerId, email }, now)
    await endAllSessions(tx, clock, used.customerId)
    return { email }
  })
}

export async function confirmEmail({ db, clock }: Shop, token: string): Promise<{ email: string }> {
  return db.transaction(async (tx) => {
    const now = clock.now()
    // A link opened twice confirms once and says so twice.
    const [found] = await tx
      .select()
      .from(emailConfirmationTokens)
      .where(and(eq(emailConfirmationTokens.tokenHash, hashToken(token)), gt(emailConfirmationTokens.expiresAt, now)))
      .for('update')
    if (!found) throw refuse('reset_expired')
    await tx
      .update(emailConfirmationTokens)
      .set({ usedAt: now })
      .where(and(eq(emailConfirmationTokens.tokenHash, found.tokenHash), isNull(emailConfirmationTokens.usedAt)))
    await confirmAddress(tx, { customerId: found.customerId, email: found.email }, now)
    return { email: found.email }
  })
}

type Owner = { customerId: string; email: string }

/** What a guest did with this address is the shopper's from now on, and not before. */
async function confirmAddress(tx: Database, { customerId, email }: Owner, now: Date): Promise<void> {
  await tx
    .update(customers)
    .set({ emailConfirmedAt: now })
    .where(and(eq(customers.id, customerId), isNull(customers.emailConfirmedAt)))
  await joinGuest(tx, { customerId, email })
}

async function joinGuest(tx: Database, owner: Owner): Promise<void> {
  await joinGuestOrders(tx, owner)
  await joinGuestClaims(tx, owner)
}

export async function changePassword(
  { db, clock }: Shop,
  customerId: string,
  change: { old_password: string; password: string },
): Promise<void> {
  const [customer] = await db.select().from(customers).where(eq(customers.id, customerId))
  if (!customer || !(await verifyPassword(change.old_password, customer.passwordHash))) {
    throw refuseFields({ old_password: ['The old password is not right'] })
  }
  const passwordHash = await hashPassword(change.password)
  await db.transaction(async (tx) => {
    await setPassword(tx, customerId, passwordHash, clock.now())
    await endAllSessions(tx, clock, customerId)
  })
}

async function setPassword(tx: Database, customerId: string, passwordHash: string, now: Date): Promise<string> {
  const [customer] = await tx
    .update(customers)
    .set({ passwordHash, passwordChangedAt: now })
    .where(eq(customers.id, customerId))
    .returning({ email: customers.email })
  if (!customer) throw refuse('not_found')
  return customer.email
}

function toOpened(
  customer: { id: string; email: string; name: string },
  { token, expiresAt }: { token: string; expiresAt: Date },
): Opened {
  const { id, email, name } = customer
  return { signedIn: { token, expires_at: toWireTime(expiresAt), member_id: id, email, name }, expiresAt }
}
