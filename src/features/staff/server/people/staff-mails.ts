import { readSetting } from '#features/settings/server/settings.service.ts'
import type { Database } from '#server/database/database.ts'
import { type MailContent, queueMail, writeMail } from '#server/mail/mail.ts'
import type { Shop } from '#server/shop.ts'

type StaffMail = Pick<MailContent, 'to' | 'subject' | 'paragraphs' | 'facts' | 'button'>

/** Queues a mail to a member, in English like everything for staff. */
export async function queueStaffMail(
  { clock }: Pick<Shop, 'clock'>,
  tx: Database,
  staffMail: StaffMail,
): Promise<void> {
  const siteName = await readSetting(tx, 'site_name')
  await queueMail(tx, clock, {
    ...writeMail({ ...staffMail, siteName, language: 'en', direction: 'ltr' }),
    kind: 'staff',
  })
}

const notYouText = 'If this was not you, set a new password now and tell an owner of the shop.'

/** Mails a member about a change of their own account. */
export function queueMemberMail(shop: Shop, tx: Database, to: string, subject: string, what: string): Promise<void> {
  return queueStaffMail(shop, tx, { to, subject, paragraphs: [what, notYouText] })
}
