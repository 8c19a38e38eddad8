import { eq, type SQL, sql } from 'drizzle-orm'
import { attachImages } from '#features/images/server/images.service.ts'
import type { Database } from '#server/database/database.ts'
import { refuseFields } from '#server/http/refuse.ts'
import { chatMessageImages, chatMessages } from './chat.tables.ts'

/** Selects the picture ids of a message in their order. */
export const messageImageIds: SQL<string[]> = sql`array(select ${chatMessageImages.imageId} from ${chatMessageImages}
  where ${eq(chatMessageImages.messageId, chatMessages.id)} order by ${chatMessageImages.position})`

type ImagesToAttach = { messageId: number; customerId: string | null; imageIds: string[]; now: Date }

/** Attaches pictures to a new message. All pictures must belong to the shopper. */
export async function attachMessageImages(
  tx: Database,
  { messageId, customerId, imageIds, now }: ImagesToAttach,
): Promise<void> {
  if (imageIds.length === 0) return
  // Pictures are private to an account, so a guest could not see any.
  if (customerId === null)
    throw refuseFields({ pictures: ['Pictures cannot be sent to guests, because guests have no account.'] })
  await attachImages(tx, { customerId, kind: 'chat', ids: imageIds, now })
  await tx.insert(chatMessageImages).values(imageIds.map((imageId, at) => ({ messageId, imageId, position: at + 1 })))
}
