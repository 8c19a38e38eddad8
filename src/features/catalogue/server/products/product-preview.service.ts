import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type StaffOutput, toStaffTime } from '#contract/calls/staff-call.ts'
import { dayMs } from '#contract/times/times.ts'
import { productLimits } from '#features/catalogue/product.staff.rules.ts'
import type { createPreviewLink as createPreviewLinkCall } from '#features/catalogue/products.staff.contract.ts'
import { productPreviewLink } from '#links/catalogue.links.ts'
import { refuse } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { readSigned, signValue } from '#server/signing.ts'
import { products } from '../catalogue.tables.ts'

const purpose = 'product preview'
const Token = z.object({ product: z.int(), until: z.int() })

/**
 * Creates a signed preview link of a product that is not on sale. Anyone with the link can open the page until it
 * expires.
 */
export async function createPreviewLink(
  shop: Shop,
  handle: string,
): Promise<StaffOutput<typeof createPreviewLinkCall>> {
  const [product] = await shop.db.select({ id: products.id }).from(products).where(eq(products.handle, handle))
  if (!product) throw refuse('not_found', { message: `There is no product ${handle}.` })
  const until = new Date(shop.clock.now().getTime() + productLimits.previewDays * dayMs)
  const token = await signValue(shop, purpose, { product: product.id, until: until.getTime() })
  return {
    url: new URL(productPreviewLink(handle, token), shop.publicUrl).href,
    expires_at: toStaffTime(until),
  }
}

/** Returns whether a token from the address opens the preview of this product now. */
export async function isPreviewTokenValid(
  shop: Pick<Shop, 'db' | 'clock'>,
  productId: number,
  token: string | undefined,
): Promise<boolean> {
  if (!token) return false
  const signed = Token.safeParse(await readSigned(shop, purpose, token))
  return signed.success && signed.data.product === productId && signed.data.until > shop.clock.now().getTime()
}
