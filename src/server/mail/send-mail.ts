import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { dayMs, hourMs } from '#contract/times/times.ts'
import type { Clock } from '../clock.ts'
import { newId } from '../database/ids.ts'
import { removeRows } from '../jobs/work-through.ts'
import type { Shop } from '../shop.ts'
import { mails } from './mail.tables.ts'
import type { Mail, SendMail } from './mail.ts'

const prunedEvery = 50

/** Mails go to a folder, one file each, the latest ones: nothing leaves the machine until SMTP is configured. */
export function createOutbox(folder: string, clock: Clock, most: number): SendMail {
  let written = 0
  async function prune(): Promise<number> {
    // Their names begin with the time.
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).sort()
    const old = names.slice(0, Math.max(0, names.length - most))
    for (const name of old) await rm(join(folder, name), { force: true })
    return old.length
  }
  async function send(mail: Mail): Promise<void> {
    await mkdir(folder, { recursive: true })
    const name = `${clock.now().toISOString().replaceAll(':', '-')}-${newId()}.json`
    // Written beside and renamed, so that whoever watches the folder never reads half a mail.
    await writeFile(join(folder, `.${name}`), JSON.stringify(mail, null, 2))
    await rename(join(folder, `.${name}`), join(folder, name))
    if (++written % prunedEvery === 0) await prune()
  }
  return Object.assign(send, { prune })
}

export function createSmtpMail(url: string, from: string): SendMail {
  // A server that does not even say hello is not waited for as long as one that takes its time with a mail.
  const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000, socketTimeout: 30_000 }
  // Loaded with the first mail: an instance whose mails go elsewhere never needs it.
  const open = async () => (await import('nodemailer')).createTransport({ url, ...patience }, { from })
  let opened: ReturnType<typeof open> | undefined
  return async ({ id, ...mail }) => {
    // A list of addresses, or a line break that begins another header, would add receivers.
    if (/[\s,;:<>()"]/.test(mail.to)) throw new Error('A mail goes to exactly one address')
    opened ??= open()
    const transport = await opened
    await transport.sendMail({
      ...mail,
      ...(id && { messageId: `<${id}@${hostOf(from)}>` }),
      // Asks auto-responders not to answer.
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    })
  }
}

function hostOf(from: string): string {
  return /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
}

const longestWaitMs = hourMs
const mostPerRound = 500
const lookOutMs = 250

type Row = typeof mails.$inferSelect

/**
 * Sends what is due, oldest first, several at a time. A mail is claimed for a while and sent outside of any transaction: a
 * slow server blocks nobody, a process that dies on the way leaves its mail to the next.
 */
export async function deliverMails(shop: Shop): Promise<number> {
  let sent = 0
  let left = mostPerRound
  let busy = 0
  async function work(): Promise<void> {
    while (left-- > 0) {
      const mail = await claimMail(shop)
      if (mail) {
        busy++
        if (await deliver(shop, mail).finally(() => busy--)) sent++
      } else if (busy === 0) return
      // While one of them waits for a slow server, the others look out for what comes in.
      else await sleep(lookOutMs)
    }
  }
  await Promise.all(Array.from({ length: shop.bounds.mailsAtOnce }, work))
  return sent
}

async function claimMail({ db, clock, bounds }: Shop): Promise<Row | undefined> {
  const now = clock.now()
  // A try lasts at most half of the claim, so that no two processes send the same mail at a time.
  const claimedUntil = after(now, 2 * bounds.mailSeconds * 1000)
  // No mail waits longer than this between two tries: one that seems to was written by a clock that was ahead.
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
  // The try is counted when it begins, so that a mail that crashes the process each time is given up like any other.
  const [claimed] = await db
    .update(mails)
    .set({ claimedUntil, attempts: sql`${mails.attempts} + 1` })
    .where(inArray(mails.id, next))
    .returning()
  return claimed
}

/** Not sent, not given up. */
export function isWaiting(): SQL | undefined {
  return and(isNull(mails.sentAt), isNull(mails.parkedAt))
}

async function deliver(shop: Shop, mail: Row): Promise<boolean> {
  const { db, clock, bounds } = shop
  try {
    const { id, toEmail: to, subject, textBody: text, htmlBody: html } = mail
    await inTime(shop.sendMail({ id, to, subject, text, html }), bounds.mailSeconds * 1000)
  } catch (error) {
    await putBack(shop, mail, error instanceof Error ? error.message : String(error))
    return false
  }
  // What was said, links that open an account among it, is nobody's business any more.
  await db
    .update(mails)
    .set({ sentAt: clock.now(), claimedUntil: null, lastError: null, textBody: '', htmlBody: '' })
    .where(and(eq(mails.id, mail.id), isNull(mails.sentAt)))
  return true
}

async function putBack({ db, clock, bounds, log }: Shop, mail: Row, reason: string): Promise<void> {
  const now = clock.now()
  const isHopeless =
    mail.attempts >= bounds.mailTries || now.getTime() - mail.createdAt.getTime() >= bounds.mailDays * dayMs
  if (isHopeless) log.error('a mail is given up', { mailId: mail.id, kind: mail.kind, reason })
  else log.warn('a mail could not be sent', { mailId: mail.id, reason })
  await db
    .update(mails)
    .set({
      claimedUntil: null,
      lastError: reason.slice(0, 500),
      sendAfter: after(now, Math.min(longestWaitMs, 10_000 * 2 ** (mail.attempts - 1))),
      ...(isHopeless && { parkedAt: now }),
    })
    // If another one took it over meanwhile, it is no longer ours to judge.
    .where(and(eq(mails.id, mail.id), eq(mails.attempts, mail.attempts), isNull(mails.sentAt)))
}

async function inTime(sending: Promise<void>, ms: number): Promise<void> {
  const giveUp = new AbortController()
  // A result after the time limit is ignored; its rejection must not end the process.
  sending.catch(() => undefined)
  const tooLate = sleep(ms, undefined, { signal: giveUp.signal }).then(
    () => Promise.reject(new Error(`The mail server did not take it within ${ms / 1000} s`)),
    () => undefined,
  )
  try {
    await Promise.race([sending, tooLate])
  } finally {
    giveUp.abort()
  }
}

/** Empties what was given up a while ago, and forgets mails after their time. */
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
