import { and, eq, inArray, isNotNull, isNull, ne } from 'drizzle-orm'
import { type StaffPage, type StaffParsed, toStaffTime } from '#contract/calls/staff-call.ts'
import { findPage, showPage } from '#server/http/list-page.ts'
import { refuse } from '#server/http/refuse.ts'
import { handleStaff, type StaffHandler } from '#server/http/staff/staff-handler.ts'
import { mails } from '#server/mail/mail.tables.ts'
import type { Shop } from '#server/shop.ts'
import { type FailedMail, listFailedMails, sendMailAgain } from '../failed-mails.staff.contract.ts'

/**
 * Condition for failed mails, which uses the small index of unsent mails. A mail without its text cannot be sent any
 * more.
 */
const isGivenUp = and(isNull(mails.sentAt), isNotNull(mails.parkedAt), ne(mails.textBody, ''))

async function readFailedMails(
  { db }: Shop,
  { limit, after }: StaffParsed<typeof listFailedMails>,
): Promise<StaffPage<FailedMail>> {
  const page = await findPage(db, {
    ...{ table: mails, at: mails.parkedAt, id: mails.id, isDescending: false },
    ...{ conditions: [isGivenUp], limit, after },
  })
  return showPage(page, limit, async (ids) => {
    const rows = await db.select().from(mails).where(inArray(mails.id, ids))
    return new Map(rows.map((mail) => [mail.id, toFailedMail(mail)]))
  })
}

function toFailedMail(mail: typeof mails.$inferSelect): FailedMail {
  const { id, kind, toEmail, subject, lastError, attempts, createdAt, parkedAt } = mail
  return {
    id,
    kind,
    to: toEmail,
    subject,
    reason: lastError ?? '',
    tries: attempts,
    created_at: toStaffTime(createdAt),
    failed_at: toStaffTime(parkedAt ?? createdAt),
  }
}

/** Queues a failed mail again. Mails in delivery or already sent are left out, so that no mail is sent twice. */
async function requeueMail({ db, clock }: Shop, id: string) {
  const [mail] = await db
    .update(mails)
    .set({ parkedAt: null, attempts: 0, lastError: null, claimedUntil: null, sendAfter: clock.now() })
    .where(and(eq(mails.id, id), isGivenUp))
    .returning({ id: mails.id, to: mails.toEmail, subject: mails.subject })
  if (!mail) throw refuse('not_found', { message: 'There is no failed email with this id.' })
  return mail
}

export const failedMailStaffHandlers: StaffHandler[] = [
  handleStaff(listFailedMails, ({ shop, input }) => readFailedMails(shop, input)),
  handleStaff(sendMailAgain, ({ shop, input }) => requeueMail(shop, input.id)),
]
