import { eq } from 'drizzle-orm'
import type { StaffOutput } from '#contract/calls/staff-call.ts'
import { couponMails } from '#features/coupons/server/claim-links.service.ts'
import { orderMails } from '#features/orders/server/mails/order-mail-templates.ts'
import { orderLinkMails } from '#features/orders/server/queries/order-links.service.ts'
import { returnMails } from '#features/returns/server/mails/return-mails.service.ts'
import type { MailTemplate } from '#features/settings/server/mail-template.ts'
import { readMailWords } from '#features/settings/server/mail-words.service.ts'
import { listLanguages } from '#features/settings/server/settings.service.ts'
import { signInMails } from '#features/sign-in/server/sign-in-mails.ts'
import { staffMembers } from '#features/staff/server/staff.tables.ts'
import { chatMails } from '#features/support/server/chat/chat.staff.service.ts'
import { ticketMails } from '#features/support/server/contact/ticket-mails.service.ts'
import type { Database } from '#server/database/database.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { StaffActor } from '#server/http/staff/staff-actor.ts'
import { queueMail, writeMail } from '#server/mail/mail.ts'
import type { Shop } from '#server/shop.ts'
import type * as calls from '../mails.staff.contract.ts'

type GroupedMail = MailTemplate & Pick<calls.StaffLetter, 'group'>
const groupMails = (group: GroupedMail['group'], letters: MailTemplate[]): GroupedMail[] =>
  letters.map((one) => ({ ...one, group }))

/** Every mail to shoppers. Each feature adds new mails to the list that it exports. */
export const letters: GroupedMail[] = [
  ...groupMails('Account', [...signInMails, ...couponMails]),
  ...groupMails('Orders', [...orderMails, ...orderLinkMails]),
  ...groupMails('Returns', returnMails),
  ...groupMails('Support', [...ticketMails, ...chatMails]),
]

const toStaffMail = ({ kind, name, when, group }: GroupedMail): calls.StaffLetter => ({ kind, name, when, group })

export async function readMails(shop: Shop, actor: StaffActor): Promise<StaffOutput<typeof calls.listLetters>> {
  return {
    letters: letters.map(toStaffMail),
    sends_mail: shop.sendsMail,
    test_to: await findOwnAddress(shop.db, actor),
  }
}

type MailInput = { kind: string; language: string }

export async function readMail(
  { db, publicUrl }: Pick<Shop, 'db' | 'publicUrl'>,
  { kind, language }: MailInput,
): Promise<StaffOutput<typeof calls.getLetter>> {
  const mailTemplate = letters.find((one) => one.kind === kind)
  if (!mailTemplate) throw refuse('not_found', { message: `There is no email ${kind}.` })
  const known = (await listLanguages(db)).find(({ code }) => code === language)
  if (!known && language !== 'en')
    throw refuseFields({ language: [`This shop does not have the language ${language}`] })
  const words = await readMailWords(db, known?.id ?? null)
  const { subject, text, html } = writeMail({
    ...words,
    ...(await mailTemplate.write(words, { db, publicUrl })),
    to: '',
  })
  return { ...toStaffMail(mailTemplate), language: words.language, direction: words.direction, subject, text, html }
}

/**
 * Sends a mail to the actor as a test. Other recipients are not possible, because permission to view a mail does not
 * include permission to write to people.
 */
export async function sendTest(
  shop: Shop,
  actor: StaffActor,
  input: MailInput,
): Promise<{ to: string; subject: string }> {
  const to = await findOwnAddress(shop.db, actor)
  if (!to)
    throw refuse('not_allowed', {
      message: 'A test email is sent to the signed-in staff member, so it cannot be requested with an API key.',
    })
  const { subject, text, html } = await readMail(shop, input)
  await queueMail(shop.db, shop.clock, { kind: 'letter-test', to, subject, text, html })
  return { to, subject }
}

async function findOwnAddress(db: Database, { kind, id }: StaffActor): Promise<string | null> {
  if (kind !== 'member') return null
  const [member] = await db.select({ email: staffMembers.email }).from(staffMembers).where(eq(staffMembers.id, id))
  return member?.email ?? null
}
