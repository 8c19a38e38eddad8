import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, asc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import { createTransport } from 'nodemailer'
import { escapeHtml } from '#contract/escape-html.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import { newId } from './ids.ts'
import { mails } from './mail.tables.ts'
import type { Shop } from './shop.ts'

export type Mail = { to: string; subject: string; text: string; html: string }
export type SendMail = (mail: Mail) => Promise<void>

/** Mails go to a folder, one file each: nothing leaves the machine until SMTP is configured. */
export function createOutbox(folder: string, clock: Clock): SendMail {
  return async (mail) => {
    await mkdir(folder, { recursive: true })
    const name = `${clock.now().toISOString().replaceAll(':', '-')}-${newId()}.json`
    // Written beside and renamed, so that whoever watches the folder never reads half a mail.
    await writeFile(join(folder, `.${name}`), JSON.stringify(mail, null, 2))
    await rename(join(folder, `.${name}`), join(folder, name))
  }
}

export function createSmtpMail(url: string, from: string): SendMail {
  const transport = createTransport(url, { from })
  return async (mail) => {
    // A list, or a line break that begins another header, would be more receivers.
    if (/[\s,;:<>()"]/.test(mail.to)) throw new Error('A letter goes to exactly one address')
    await transport.sendMail(mail)
  }
}

/** Writes a letter into the database, in the transaction of what it tells about: none without the other. */
export async function queueMail(
  db: Database,
  clock: Clock,
  mail: Mail & { kind: string; customerId?: string | null; dedupeKey?: string },
): Promise<void> {
  const now = clock.now()
  await db
    .insert(mails)
    .values({
      id: newId(),
      kind: mail.kind,
      customerId: mail.customerId ?? null,
      toEmail: mail.to,
      subject: mail.subject,
      textBody: mail.text,
      htmlBody: mail.html,
      dedupeKey: mail.dedupeKey ?? null,
      createdAt: now,
      sendAfter: now,
    })
    .onConflictDoNothing()
}

const longestWaitMs = 60 * 60_000

/** Sends what is due, oldest first. Several instances may do so at once; each letter is taken by one of them. */
export async function deliverMails({ db, clock, sendMail, log }: Shop): Promise<number> {
  let sent = 0
  for (;;) {
    const isDone = await db.transaction(async (tx) => {
      const now = clock.now()
      // No letter waits longer than this between two tries: one that seems to was written by a clock that was ahead.
      const latest = new Date(now.getTime() + longestWaitMs)
      const [mail] = await tx
        .select()
        .from(mails)
        .where(and(isNull(mails.sentAt), or(lte(mails.sendAfter, now), gt(mails.sendAfter, latest))))
        .orderBy(asc(mails.sendAfter))
        .limit(1)
        .for('update', { skipLocked: true })
      if (!mail) return true
      try {
        await sendMail({ to: mail.toEmail, subject: mail.subject, text: mail.textBody, html: mail.htmlBody })
        await tx.update(mails).set({ sentAt: now }).where(eq(mails.id, mail.id))
        sent++
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        log.warn('a mail could not be sent', { mailId: mail.id, reason })
        const waitMs = Math.min(longestWaitMs, 10_000 * 2 ** mail.attempts)
        await tx
          .update(mails)
          .set({ attempts: sql`${mails.attempts} + 1`, lastError: reason, sendAfter: new Date(now.getTime() + waitMs) })
          .where(eq(mails.id, mail.id))
      }
      return false
    })
    if (isDone) return sent
  }
}

/** What a mail says, before it is set as text and as HTML. */
export type Letter = {
  to: string
  /** Whose name stands above and below it. */
  siteName: string
  /** The language it is written in, and where its lines begin. */
  language: string
  direction: 'ltr' | 'rtl'
  subject: string
  paragraphs: string[]
  /** Label and value, one line each. */
  facts?: [label: string, value: string][]
  button?: { label: string; href: string }
}

/** Sets a letter twice, plain and well-set, saying the same. */
export function writeMail(letter: Letter): Mail {
  const { to, siteName, language, direction, subject, paragraphs, facts = [], button } = letter
  const text = [
    ...paragraphs,
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    button ? `${button.label}: ${button.href}` : '',
    siteName,
  ]
    .filter(Boolean)
    .join('\n\n')
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td style="padding:4px 0;padding-inline-end:16px;color:#5A6B72">${escapeHtml(label)}</td><td style="padding:4px 0">${escapeHtml(value)}</td></tr>`,
  )
  const html = `<!doctype html><html lang="${escapeHtml(language)}" dir="${direction}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#F1F4F3;color:#12252C;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px 16px">
<p style="margin:0 0 16px;padding:16px 24px;background:#0F3640;color:#FFFFFF;font:22px/1.2 Georgia,serif">${escapeHtml(siteName)}</p>
<div style="padding:24px;background:#FFFFFF">
<h1 style="margin:0 0 16px;font:400 22px/1.25 Georgia,serif">${escapeHtml(subject)}</h1>
${paragraphs.map((one) => `<p style="margin:0 0 14px">${escapeHtml(one)}</p>`).join('\n')}
${rows.length > 0 ? `<table style="border-collapse:collapse;margin:0 0 14px">${rows.join('')}</table>` : ''}
${button ? `<p style="margin:24px 0 8px"><a href="${escapeHtml(button.href)}" style="display:inline-block;padding:14px 28px;background:#0F3640;color:#FFFFFF;text-decoration:none">${escapeHtml(button.label)}</a></p>` : ''}
</div></div></body></html>`
  return { to, subject, text, html }
}
