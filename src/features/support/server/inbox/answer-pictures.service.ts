import { eq } from 'drizzle-orm'
import type { StaffFile } from '#contract/calls/staff-call.ts'
import { readPrivateImage, storeImage } from '#features/images/server/images.service.ts'
import type { AnswerPicture } from '#features/support/inbox.staff.contract.ts'
import type { Database } from '#server/database/database.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { chatConversations } from '../chat/chat.tables.ts'
import { withoutAccount } from '../contact/answer-images.service.ts'
import { tickets } from '../contact/contact.tables.ts'
import type { Subject } from './inbox-work.service.ts'

/**
 * Stores a picture for an answer that is being written. The picture immediately belongs to the shopper, like pictures
 * that the shopper uploads.
 */
export async function saveAnswerPicture(shop: Shop, subject: Subject, file: File): Promise<AnswerPicture> {
  const owner = await findOwner(shop.db, subject)
  if (owner.customerId === null) throw refuseFields({ file: [withoutAccount] })
  const bytes = new Uint8Array(await file.arrayBuffer())
  const { id } = await storeImage(shop, { customerId: owner.customerId, kind: owner.kind, bytes })
  return toPicture(subject)(id)
}

/** Returns a picture, even if its answer was not sent yet. */
export async function readPicture(shop: Shop, subject: Subject, id: string): Promise<StaffFile> {
  const { customerId, kind } = await findOwner(shop.db, subject)
  const image = customerId && (await readPrivateImage(shop, id, { customerId, kind }))
  if (!image) throw refuse('not_found')
  return { type: image.mime, body: new Uint8Array(image.bytes) }
}

/** Returns a function for the paths of pictures of a ticket or a chat. */
export function toPicture(subject: Subject): (id: string) => AnswerPicture {
  const of = 'ticketNo' in subject ? `/tickets/${subject.ticketNo}` : `/chats/${subject.chatId}`
  return (id) => ({ id, path: `${of}/pictures/${id}` })
}

type Owner = { customerId: string | null; kind: 'ticket' | 'chat' }

async function findOwner(db: Database, subject: Subject): Promise<Owner> {
  if ('ticketNo' in subject) {
    const [ticket] = await db
      .select({ customerId: tickets.customerId })
      .from(tickets)
      .where(eq(tickets.ticketNo, subject.ticketNo.trim().toUpperCase()))
    if (!ticket) throw refuse('not_found')
    return { ...ticket, kind: 'ticket' }
  }
  const [chat] = await db
    .select({ customerId: chatConversations.customerId })
    .from(chatConversations)
    .where(eq(chatConversations.id, subject.chatId))
  if (!chat) throw refuse('not_found')
  return { ...chat, kind: 'chat' }
}
