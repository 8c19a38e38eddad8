import { eq } from 'drizzle-orm'
import type { StaffOutput } from '#contract/calls/staff-call.ts'
import { couponLetters } from '#features/coupons/server/claim-links.service.ts'
import { orderLetters } from '#features/orders/server/mails/order-letters.ts'
import { orderLinkLetters } from '#features/orders/server/queries/order-links.service.ts'
import { returnLetters } from '#features/returns/server/mails/return-mails.service.ts'
import type { Letter } from '#features/settings/server/letter.ts'
import { readMailWords } from '#features/settings/server/mail-words.service.ts'
import { listLanguages } from '#features/settings/server/settings.service.ts'
import { signInLetters } from '#features/sign-in/server/sign-in-letters.ts'
import { staffMembers } from '#features/staff/server/staff.tables.ts'
import { chatLetters } from '#features/support/server/chat/chat.staff.service.ts'
import { ticketLetters } from '#features/support/server/contact/ticket-mails.service.ts'
import type { Database } from '#server/database/database.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { StaffAsker } from '#server/http/staff-asker.ts'
import { queueMail, writeMail } from '#server/mail/mail.ts'
import type { Shop } from '#server/shop.ts'
import type * as calls from '../letters.staff.contract.ts'

type Grouped = Letter & Pick<calls.StaffLetter, 'group'>
const grouped = (group: Grouped['group'], letters: Letter[]): Grouped[] => letters.map((one) => ({ ...one, group }))

/** Every mail to shoppers. A feature adds its new mails to its own list. */
export const letters: Grouped[] = [
  ...grouped('Account', [...signInLetters, ...couponLetters]),
  ...grouped('Orders', [...orderLetters, ...orderLinkLetters]),
  ...grouped('Returns', returnLetters),
  ...grouped('Support', [...ticketLetters, ...chatLetters]),
]

const show = ({ kind, name, when, group }: Grouped): calls.StaffLetter => ({ kind, name, when, group })

export async function readLetters(shop: Shop, asker: StaffAsker): Promise<StaffOutput<typeof calls.listLetters>> {
  return {
    letters: letters.map(show),
    sends_mail: shop.sendsMail,
    test_to: await findOwnAddress(shop.db, asker),
  }
}

type Asked = { kind: string; language: string }

export async function readLetter(
  { db, publicUrl }: Pick<Shop, 'db' | 'publicUrl'>,
  { kind, language }: Asked,
): Promise<StaffOutput<typeof calls.getLetter>> {
  const letter = letters.find((one) => one.kind === kind)
  if (!letter) throw refuse('not_found', { message: `There is no mail ${kind}.` })
  const asked = (await listLanguages(db)).find(({ code }) => code === language)
  if (!asked && language !== 'en') throw refuseFields({ language: [`The shop has no language ${language}`] })
  const words = await readMailWords(db, asked?.id ?? null)
  const { subject, text, html } = writeMail({ ...words, ...(await letter.write(words, { db, publicUrl })), to: '' })
  return { ...show(letter), language: words.language, direction: words.direction, subject, text, html }
}

/**
 * Sends a mail to the actor as a test. Other recipients are impossible, because permission to view a mail does not
 * allow writing to people.
 */
export async function sendTest(shop: Shop, asker: StaffAsker, asked: Asked): Promise<{ to: string; subject: string }> {
  const to = await findOwnAddress(shop.db, asker)
  if (!to) throw refuse('not_allowed', { message: 'A test goes to a person: sign in, and ask for it yourself.' })
  const { subject, text, html } = await readLetter(shop, asked)
  await queueMail(shop.db, shop.clock, { kind: 'letter-test', to, subject, text, html })
  return { to, subject }
}

async function findOwnAddress(db: Database, { kind, id }: StaffAsker): Promise<string | null> {
  if (kind !== 'member') return null
  const [member] = await db.select({ email: staffMembers.email }).from(staffMembers).where(eq(staffMembers.id, id))
  return member?.email ?? null
}
