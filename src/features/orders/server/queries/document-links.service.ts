import { documentLink } from '#features/orders/document-link.rules.ts'
import { readSettings } from '#features/settings/server/settings.service.ts'
import type { Database } from '#server/database/database.ts'
import type { Shop } from '#server/shop.ts'
import { readSigned, signValue } from '#server/signing.ts'

type SigningShop = Pick<Shop, 'db' | 'clock'>

const purpose = 'documents'

/** Returns a link that opens a document without a sign-in. Only the owner of the order may get the link. */
export async function signDocumentLink(shop: SigningShop, id: string): Promise<string> {
  return documentLink(id, await signValue(shop, purpose, id))
}

/** Returns whether the key of a link belongs to this id. */
export async function isDocumentKey(shop: SigningShop, id: string, key: string): Promise<boolean> {
  return (await readSigned(shop, purpose, key)) === id
}

/** Returns whether the shop issues documents. Their law depends on the country of the seller. */
export async function issuesDocuments(db: Database): Promise<boolean> {
  const { seller_name, seller_country } = await readSettings(db)
  return seller_name !== '' && seller_country !== ''
}
