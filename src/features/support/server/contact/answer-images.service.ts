import { eq, type SQL, sql } from 'drizzle-orm'
import { attachImages } from '#features/images/server/images.service.ts'
import type { Database } from '#server/database/database.ts'
import { refuseFields } from '#server/http/refuse.ts'
import { ticketAnswerImages, ticketAnswers } from './contact.tables.ts'

/** Selects the picture ids of an answer in their order. */
export const answerImageIds: SQL<string[]> = sql`array(select ${ticketAnswerImages.imageId} from ${ticketAnswerImages}
  where ${eq(ticketAnswerImages.answerId, ticketAnswers.id)} order by ${ticketAnswerImages.position})`

type ImagesToAttach = { answerId: number; customerId: string | null; imageIds: string[]; now: Date }

/** Attaches pictures to a new answer. All pictures must belong to the shopper. */
export async function attachAnswerImages(
  tx: Database,
  { answerId, customerId, imageIds, now }: ImagesToAttach,
): Promise<void> {
  if (imageIds.length === 0) return
  // Pictures are private to an account, so a shopper without an account could not see them.
  if (customerId === null) throw refuseFields({ pictures: [withoutAccount] })
  await attachImages(tx, { customerId, kind: 'ticket', ids: imageIds, now })
  await tx.insert(ticketAnswerImages).values(imageIds.map((imageId, at) => ({ answerId, imageId, position: at + 1 })))
}

export const withoutAccount = 'Pictures cannot be sent to guests, because guests have no account.'
