import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { dayMs, hourMs } from '#contract/times/times.ts'
import type { Clock } from '../clock.ts'
import { newId } from '../database/ids.ts'
import { removeRows } from '../jobs/process-in-batches.ts'
import type { Shop } from '../shop.ts'
import { mails } from './mail.tables.ts'
import type { Mail, SendMail } from './mail.ts'

const prunedEvery = 50

/** Writes the latest mails to a folder, one file each. Mails leave the machine only if SMTP is configured. */
export function createOutbox(folder: string, clock: Clock, max: number): SendMail {
  let written = 0
  async function prune(): Promise<number> {
    // The file names begin with the time.
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).sort()
    const old = names.slice(0, Math.max(0, names.length - max))
    for (const name of old) await rm(join(folder, name), { force: true })
    return old.length
  }
  async function send(mail: Mail): Promise<void> {
    await mkdir(folder, { recursive: true })
    const name = `${clock.now().toISOString().replaceAll(':', '-')}-${newId()}.json`
    // The file is written under another name and renamed, so that a reader of the folder never sees a partial mail.
    await writeFile(join(folder, `.${name}`), JSON.stringify(mail, null, 2))
    await rename(join(folder, `.${name}`), join(folder, name))
    if (++written % prunedEvery === 0) await prune()
  }
  return Object.assign(send, { prune })
}

export function createSmtpMail(url: string, from: string): SendMail {
  // 10 s for a server to connect and greet, 30 s for a server that is slow to accept a mail.
  const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000, socketTimeout: 30_000 }
  // Loaded with the first mail, because not every instance sends mails.
  const open = async () => (await import('nodemailer')).createTransport({ url, ...patience }, { from })
  let opened: ReturnType<typeof open> | undefined
  return async ({ id, ...mail }) => {
    // A list of addresses, or a line break that starts another header, would add recipients.
    if (/[\s,;:<>()"]/.test(mail.to)) throw new Error('A mail must have exactly one recipient')
    opened ??= open()
    const transport = await opened
    await transport.sendMail({
      ...mail,
      ...(id && { messageId: `<${id}@${hostOf(from)}>` }),
      // Asks auto-responders not to reply.
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    })
  }
}

function hostOf(from: string): string {
  return /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
}

const longestWaitMs = hourMs
const maxPerRound = 500
const pollMs = 250

type Row = typeof mails.$inferSelect

/**
 * Sends due mails, oldest first, several at a time. A mail is claimed for a while and sent outside of any transaction.
 * A slow server therefore blocks nothing, and another process takes over the mails of a dead process.
 */
export async function deliverMails(shop: Shop): Promise<number> {
  let sent = 0
  let left = maxPerRound
  let busy = 0
  async function work(): Promise<void> {
    while (left-- > 0) {
      const mail = await claimMail(shop)
      if (mail) {
        busy++
        if (await deliver(shop, mail).finally(() => busy--)) sent++
      } else if (busy === 0) return
      // While one sender waits for a slow server, the other senders look for new mails.
      else await sleep(pollMs)
    }
  }
  await Promise.all(Array.from({ length: shop.bounds.mailsAtOnce }, work))
  return sent
}

async function claimMail({ db, clock, bounds }: Shop): Promise<Row | undefined> {
  const now = clock.now()
  // A try lasts at most half of the claim, so that two processes never send the same mail at once.
  const claimedUntil = after(now, 2 * bounds.mailSeconds * 1000)
  // The longest wait between two tries. A later time was written by a clock that ran ahead.
  const latest = after(now, longestWaitMs)
  const isFree = or(isNull(mails.claimedUntil), lte(mails.claimedUntil, now), gt(mails.claimedUntil, claimedUntil))
  const isDue = or(lte(mails.sendAfter, now), gt(mails.sendAfter, latest))
  const next = db
    .select({ id: mails.id })
    .from(mails)
    .where(and(isWaiting(), isFree, isDue))
    .orderBy(asc(mails.sendAfter))
    .limit(1)
    .for('update', { skipLocked: true })
  // The try is counted at its start, so that a mail that crashes the process each time is also given up.
  const [claimed] = await db
    .update(mails)
    .set({ claimedUntil, attempts: sql`${mails.attempts} + 1` })
    .where(inArray(mails.id, next))
    .returning()
  return claimed
}

/** Returns the condition for mails that are neither sent nor given up. */
export function isWaiting(): SQL | undefined {
  return and(isNull(mails.sentAt), isNull(mails.parkedAt))
}

async function deliver(shop: Shop, mail: Row): Promise<boolean> {
  const { db, clock, bounds } = shop
  try {
    const { id, toEmail: to, subject, textBody: text, htmlBody: html } = mail
    await inTime(shop.sendMail({ id, to, subject, text, html }), bounds.mailSeconds * 1000)
  } catch (error) {
    await rescheduleMail(shop, mail, error instanceof Error ? error.message : String(error))
    return false
  }
  // The content of a sent mail is removed, because it can contain links that open an account.
  await db
    .update(mails)
    .set({ sentAt: clock.now(), claimedUntil: null, lastError: null, textBody: '', htmlBody: '' })
    .where(and(eq(mails.id, mail.id), isNull(mails.sentAt)))
  return true
}

async function rescheduleMail({ db, clock, bounds, log }: Shop, mail: Row, reason: string): Promise<void> {
  const now = clock.now()
  const isPermanentFailure =
    mail.attempts >= bounds.mailTries || now.getTime() - mail.createdAt.getTime() >= bounds.mailDays * dayMs
  if (isPermanentFailure) log.error('a mail failed permanently', { mailId: mail.id, kind: mail.kind, reason })
  else log.warn('a mail could not be sent', { mailId: mail.id, reason })
  await db
    .update(mails)
    .set({
      claimedUntil: null,
      lastError: reason.slice(0, 500),
      sendAfter: after(now, Math.min(longestWaitMs, 10_000 * 2 ** (mail.attempts - 1))),
      ...(isPermanentFailure && { parkedAt: now }),
    })
    // If another process took over the mail, this process no longer updates it.
    .where(and(eq(mails.id, mail.id), eq(mails.attempts, mail.attempts), isNull(mails.sentAt)))
}

async function inTime(sending: Promise<void>, ms: number): Promise<void> {
  const timeoutController = new AbortController()
  // A result after the time limit is ignored. The rejection of a late result must not end the process.
  sending.catch(() => undefined)
  const timedOut = sleep(ms, undefined, { signal: timeoutController.signal }).then(
    () => Promise.reject(new Error(`The mail server did not accept the mail within ${ms / 1000} s`)),
    () => undefined,
  )
  try {
    await Promise.race([sending, timedOut])
  } finally {
    timeoutController.abort()
  }
}

/** Empties mails that were given up a while ago, and removes mails after their retention time. */
export async function removeOldMails(shop: Shop): Promise<number> {
  const { db, clock, bounds } = shop
  const now = clock.now()
  await db
    .update(mails)
    .set({ textBody: '', htmlBody: '' })
    .where(
      and(
        isNull(mails.sentAt),
        isNotNull(mails.parkedAt),
        lte(mails.parkedAt, after(now, -bounds.mailParkedDays * dayMs)),
        ne(mails.textBody, ''),
      ),
    )
  const due = lte(mails.createdAt, after(now, -bounds.mailKeptDays * dayMs))
  const removed = await removeRows(shop, 'removeOldMails', { table: mails, id: mails.id, due })
  return removed + ((await shop.sendMail.prune?.()) ?? 0)
}

function after(moment: Date, ms: number): Date {
  return new Date(moment.getTime() + ms)
}
