import type { Shop } from '#server/shop.ts'
import { openSealed, sealText } from '#server/signing.ts'
import type { webhookEndpoints } from './webhooks.tables.ts'

const sealPurpose = 'webhooks'

export function sealSecret(shop: Pick<Shop, 'db' | 'clock'>, secret: string): Promise<string> {
  return sealText(shop, sealPurpose, secret)
}

/** Returns the valid secrets, the latest first. */
export async function decryptSecrets(
  shop: Pick<Shop, 'db' | 'clock'>,
  { sealedSecret, sealedPrevious, previousUntil }: typeof webhookEndpoints.$inferSelect,
): Promise<string[]> {
  const isPreviousGood = previousUntil !== null && previousUntil > shop.clock.now()
  const sealed = [sealedSecret, ...(isPreviousGood && sealedPrevious ? [sealedPrevious] : [])]
  const opened = await Promise.all(sealed.map((one) => openSealed(shop, sealPurpose, one)))
  const good = opened.filter((secret) => secret !== null)
  if (good.length === 0)
    throw new Error('The secret of the webhook was encrypted with another key. Create a new secret.')
  return good
}
