import { and, count, eq, gt, isNull, max } from 'drizzle-orm'
import { msg } from '#contract/text/translate.ts'
import { dayMs, hourMs, minuteMs, toWireTime } from '#contract/times/times.ts'
import { readMailWords } from '#features/settings/server/mail-words.service.ts'
import type { Database } from '#server/database/database.ts'
import { newId, newToken } from '#server/database/ids.ts'
import type { Visitor } from '#server/http/http.ts'
import { waitAtLeast } from '#server/http/limits/stable-time.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import { queueMail, writeMail } from '#server/mail/mail.ts'
import type { Shop } from '#server/shop.ts'
import type { SignedIn } from '../sign-in.contract.ts'
import { confirmDays, resetMinutes } from '../sign-in.rules.ts'
import { deleteDevices, saveDevice } from './known-devices.service.ts'
import { hashPassword, verifyAgainstDummy, verifyPassword } from './password.ts'
import { endAllSessions, hashToken, markSessionVerified, openSession } from './session.service.ts'
import { customers, emailConfirmationTokens, passwordResetTokens } from './sign-in.tables.ts'
import { formatPasswordChangedMail, formatResetMail, formatWelcomeMail } from './sign-in-mails.ts'

type Credentials = {
  email: string
  password: string
  /** Language in which the visitor uses the shop. Mails to the account use the same language. */
  languageId?: number | null
  device: string
}

export type OpenedSession = { signedIn: SignedIn; expiresAt: Date; isVerified: boolean }

export async function signIn(shop: Shop, { email, password, languageId, device }: Credentials): Promise<OpenedSession> {
  const { db, clock, limitHashing } = shop
  const [customer] = await db.select().from(customers).where(eq(customers.email, email))
  const isRight = await limitHashing(() =>
    customer ? verifyPassword(password, customer.passwordHash) : verifyAgainstDummy(password),
  )
  // An unknown account and a wrong password get the same error, so that nobody can find out which addresses have
  // accounts.
  if (!customer || !isRight) throw refuse('wrong_password')
  return db.transaction(async (tx) => {
    const [now] = await tx.select().from(customers).where(eq(customers.id, customer.id)).for('update')
    // The password was changed during the check, so the old password is no longer valid.
    if (now?.passwordHash !== customer.passwordHash) throw refuse('wrong_password')
    if (languageId && languageId !== customer.languageId) {
      await tx.update(customers).set({ languageId }).where(eq(customers.id, customer.id))
    }
    await saveDevice(tx, shop, { customerId: customer.id, device })
    return toOpened(now, await openSession(tx, clock, customer.id, shop.bounds.sessionsPerCustomer))
  })
}

export async function register(shop: Shop, input: Credentials): Promise<OpenedSession> {
  const { db, clock, limitHashing } = shop
  const { email, password, languageId = null, device } = input
  const passwordHash = await limitHashing(() => hashPassword(password))
  return db.transaction(async (tx) => {
    const now = clock.now()
    const customer = { id: newId(), email, passwordHash, name: '', languageId, passwordChangedAt: now, createdAt: now }
    const [created] = await tx.insert(customers).values(customer).onConflictDoNothing().returning({ id: customers.id })
    if (!created) throw refuse('email_taken')
    await saveDevice(tx, shop, { customerId: customer.id, device })
    await sendConfirmationMail(shop, tx, { ...customer, device })
    return toOpened(
      { ...customer, emailConfirmedAt: null },
      await openSession(tx, clock, customer.id, shop.bounds.sessionsPerCustomer),
    )
  })
}

/** Sends the confirmation mail again for this browser. A verified address needs no mail. */
export async function sendConfirmation(
  shop: Shop,
  customerId: string,
  { device, languageId }: { device: string; languageId: number | null },
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const [customer] = await tx.select().from(customers).where(eq(customers.id, customerId)).for('update')
    if (!customer || customer.emailConfirmedAt) return
    await sendConfirmationMail(shop, tx, { ...customer, languageId: languageId ?? customer.languageId, device })
  })
}

type NewCustomer = { id: string; email: string; languageId: number | null; device: string }

async function sendConfirmationMail(shop: Shop, tx: Database, customer: NewCustomer): Promise<void> {
  const token = newToken()
  const now = shop.clock.now()
  await tx.insert(emailConfirmationTokens).values({
    tokenHash: hashToken(token),
    customerId: customer.id,
    email: customer.email,
    browserHash: hashToken(customer.device),
    createdAt: now,
    expiresAt: new Date(now.getTime() + confirmDays * dayMs),
  })
  const words = await readMailWords(tx, customer.languageId)
  const mail = { ...words, ...formatWelcomeMail(words, shop.publicUrl, token), to: customer.email }
  await queueMail(tx, shop.clock, { ...writeMail(mail), kind: 'register', customerId: customer.id })
}

type LinkRequest = {
  languageId: number | null
  /** Whether the network is still below its limit. */
  isBelowNetworkLimit: boolean
}

/** Mails a link to set a new password. The response and its time are the same whether or not the address is known. */
export function forgotPassword(shop: Shop, email: string, input: LinkRequest): Promise<void> {
  return waitAtLeast(250, sendResetLink(shop, email, input))
}

async function sendResetLink(
  shop: Shop,
  email: string,
  { languageId, isBelowNetworkLimit }: LinkRequest,
): Promise<void> {
  const { db, clock, publicUrl, bounds } = shop
  await db.transaction(async (tx) => {
    const [customer] = await tx
      .select({ id: customers.id, languageId: customers.languageId })
      .from(customers)
      .where(eq(customers.email, email))
      .for('update')
    const now = clock.now()
    if (!customer) return
    const mailLimit = isBelowNetworkLimit
      ? { mails: bounds.resetMailsPerHour, elapsedShare: 1 / 4 }
      : { mails: 1, elapsedShare: 3 / 4 }
    if (await hasFreshLink(tx, customer.id, now, mailLimit)) return
    const token = newToken()
    const expiresAt = new Date(now.getTime() + resetMinutes * minuteMs)
    await tx
      .insert(passwordResetTokens)
      .values({ tokenHash: hashToken(token), customerId: customer.id, createdAt: now, expiresAt })
    const words = await readMailWords(tx, languageId ?? customer.languageId)
    const mail = { ...words, ...formatResetMail(words, publicUrl, token), to: email }
    await queueMail(tx, clock, { ...writeMail(mail), kind: 'reset', customerId: customer.id })
  })
}

/**
 * Limit of mails with links. After `mails` mails, the next mail is sent only once the share `elapsedShare` of the last
 * link's lifetime has passed.
 */
type MailLimit = { mails: number; elapsedShare: number }

/**
 * Returns whether the last link still works for long enough, so that no further mail is needed. The request itself is
 * never refused. The check applies after a few mails, or after one mail if the network requests links for many
 * accounts.
 */
async function hasFreshLink(
  tx: Database,
  customerId: string,
  now: Date,
  { mails, elapsedShare }: MailLimit,
): Promise<boolean> {
  const since = new Date(now.getTime() - hourMs)
  const [sent] = await tx
    .select({ links: count(), last: max(passwordResetTokens.createdAt) })
    .from(passwordResetTokens)
    .where(
      and(
        eq(passwordResetTokens.customerId, customerId),
        isNull(passwordResetTokens.usedAt),
        gt(passwordResetTokens.createdAt, since),
      ),
    )
  if (!sent?.last || sent.links < mails) return false
  return now.getTime() - sent.last.getTime() < resetMinutes * elapsedShare * minuteMs
}

type NewPassword = { token: string; password: string; device: string }

export async function resetPassword(shop: Shop, { token, password, device }: NewPassword): Promise<{ email: string }> {
  const { db, clock, limitHashing } = shop
  const isOpen = () =>
    and(
      eq(passwordResetTokens.tokenHash, hashToken(token)),
      isNull(passwordResetTokens.usedAt),
      gt(passwordResetTokens.expiresAt, clock.now()),
    )
  // The token is checked before the expensive hashing, and marked as used after the hashing.
  const [found] = await db.select().from(passwordResetTokens).where(isOpen())
  if (!found) throw refuse('reset_expired')
  const passwordHash = await limitHashing(() => hashPassword(password))
  return db.transaction(async (tx) => {
    const customer = await lockCustomer(tx, found.customerId)
    const [used] = await tx.update(passwordResetTokens).set({ usedAt: clock.now() }).where(isOpen()).returning()
    if (!used) throw refuse('reset_expired')
    await replacePassword(shop, tx, customer, passwordHash)
    // The link proves that this person reads the mailbox. All other sessions have ended.
    await verifyAddress(shop, tx, customer)
    await saveDevice(tx, shop, { customerId: customer.id, device })
    return { email: customer.email }
  })
}

type Confirmed = { email: string; customerId: string; isOwnerBrowser: boolean }
type Confirmation = { token: string; password?: string | undefined; device: string | null; actor: Visitor }

/**
 * Confirms an email address by its mailed link. In the browser that requested the mail, the link verifies the address.
 * In another browser, a new password is also required, because a stranger may have requested the mail. All other
 * sessions end, because it is unknown who opened them.
 */
export async function confirmEmail(shop: Shop, { token, password, device, actor }: Confirmation): Promise<Confirmed> {
  const { db, clock, limitHashing } = shop
  const isGood = and(
    eq(emailConfirmationTokens.tokenHash, hashToken(token)),
    gt(emailConfirmationTokens.expiresAt, clock.now()),
  )
  const [seen] = await db
    .select({ customerId: customers.id, confirmedAt: customers.emailConfirmedAt })
    .from(emailConfirmationTokens)
    .innerJoin(customers, eq(customers.id, emailConfirmationTokens.customerId))
    .where(isGood)
  // The link is checked before the expensive hashing. A used link cannot set a password.
  if (!seen || (seen.confirmedAt && password !== undefined)) throw refuse('reset_expired')
  const passwordHash = password === undefined ? null : await limitHashing(() => hashPassword(password))
  return db.transaction(async (tx) => {
    const customer = await lockCustomer(tx, seen.customerId)
    const [found] = await tx.select().from(emailConfirmationTokens).where(isGood)
    if (!found) throw refuse('reset_expired')
    // If a link is opened twice, both responses are the same, and the address is confirmed once.
    if (customer.emailConfirmedAt && passwordHash) throw refuse('reset_expired')
    const confirmed = { email: found.email, customerId: customer.id, isOwnerBrowser: false }
    if (customer.emailConfirmedAt) return confirmed
    const isSameBrowser = device !== null && found.browserHash === hashToken(device)
    if (!isSameBrowser && !passwordHash) throw refuse('other_browser')
    if (passwordHash) await replacePassword(shop, tx, customer, passwordHash)
    await verifyAddress(shop, tx, customer)
    if (passwordHash && device) await saveDevice(tx, shop, { customerId: customer.id, device })
    if (passwordHash) return confirmed
    const sessionId = actor.customerId === customer.id ? actor.sessionId : undefined
    await endAllSessions(tx, clock, customer.id, sessionId)
    if (!sessionId) return confirmed
    await markSessionVerified(tx, sessionId)
    return { ...confirmed, isOwnerBrowser: true }
  })
}

type Customer = typeof customers.$inferSelect

async function lockCustomer(tx: Database, customerId: string): Promise<Customer> {
  const [customer] = await tx.select().from(customers).where(eq(customers.id, customerId)).for('update')
  if (!customer) throw refuse('not_found')
  return customer
}

/**
 * Marks the address as verified. The first verification gives the account to the owner of the address, and removes
 * everything that others had added to the account.
 */
async function verifyAddress({ clock, hooks }: Shop, tx: Database, customer: Customer): Promise<void> {
  if (customer.emailConfirmedAt) return
  await tx.update(customers).set({ emailConfirmedAt: clock.now() }).where(eq(customers.id, customer.id))
  for (const tell of hooks.onAddressVerified) await tell(tx, customer.id)
}

export async function changePassword(
  shop: Shop,
  customerId: string,
  change: { old_password: string; password: string },
): Promise<void> {
  const { db, limitHashing } = shop
  const [customer] = await db.select().from(customers).where(eq(customers.id, customerId))
  if (!customer || !(await limitHashing(() => verifyPassword(change.old_password, customer.passwordHash)))) {
    throw refuseFields({ old_password: [msg('The old password is incorrect')] })
  }
  const passwordHash = await limitHashing(() => hashPassword(change.password))
  await db.transaction(async (tx) => replacePassword(shop, tx, await lockCustomer(tx, customerId), passwordHash))
}

/**
 * Replaces a password. Every change of a password uses this function, which ends all sessions, links and known devices, and mails
 * the owner.
 */
async function replacePassword(shop: Shop, tx: Database, customer: Customer, passwordHash: string): Promise<void> {
  const { clock, publicUrl } = shop
  const now = clock.now()
  await tx.update(customers).set({ passwordHash, passwordChangedAt: now }).where(eq(customers.id, customer.id))
  await tx
    .update(passwordResetTokens)
    .set({ usedAt: now })
    .where(and(eq(passwordResetTokens.customerId, customer.id), isNull(passwordResetTokens.usedAt)))
  await tx.delete(emailConfirmationTokens).where(eq(emailConfirmationTokens.customerId, customer.id))
  await deleteDevices(tx, customer.id)
  await endAllSessions(tx, clock, customer.id)
  const words = await readMailWords(tx, customer.languageId)
  const mail = { ...words, ...formatPasswordChangedMail(words, publicUrl), to: customer.email }
  await queueMail(tx, clock, { ...writeMail(mail), kind: 'password', customerId: customer.id })
}

function toOpened(
  { id, email, name, emailConfirmedAt }: Pick<Customer, 'id' | 'email' | 'name' | 'emailConfirmedAt'>,
  { token, expiresAt }: { token: string; expiresAt: Date },
): OpenedSession {
  const signedIn = { token, expires_at: toWireTime(expiresAt), member_id: id, email, name }
  return { signedIn, expiresAt, isVerified: emailConfirmedAt !== null }
}
