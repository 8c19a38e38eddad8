import { and, count, desc, eq, inArray, sql } from 'drizzle-orm'
import { type Pagination, toPagination } from '#contract/calls/fields.ts'
import type { ProductCard } from '#features/catalogue/product-list.contract.ts'
import { readSetting } from '#features/settings/server/settings.service.ts'
import type { Database } from '#server/database/database.ts'
import type { Visitor } from '#server/http/http.ts'
import { refuse } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { products } from '../catalogue.tables.ts'
import { createView, readCards } from '../lists/product-cards.service.ts'
import { wishlistItems } from './wishlist.tables.ts'

type Shopper = Extract<Visitor, { customerId: string }>

/** Adds a product to the wishlist or removes it. A repeated request changes nothing. */
export async function collectProduct(
  { db, clock, bounds }: Shop,
  { customerId }: Shopper,
  input: { product_id: number; is_collected: boolean },
): Promise<{ is_collected: boolean }> {
  await refuseIfDisabled(db)
  const productId = input.product_id
  if (!input.is_collected) {
    await db
      .delete(wishlistItems)
      .where(and(eq(wishlistItems.customerId, customerId), eq(wishlistItems.productId, productId)))
    return { is_collected: false }
  }
  const [product] = await db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, productId), products.wasPublished))
  if (!product) throw refuse('not_found')
  await db.insert(wishlistItems).values({ customerId, productId, addedAt: clock.now() }).onConflictDoNothing()
  const tooMany = db
    .select({ productId: wishlistItems.productId })
    .from(wishlistItems)
    .where(eq(wishlistItems.customerId, customerId))
    .orderBy(desc(wishlistItems.addedAt), desc(wishlistItems.productId))
    .offset(bounds.wishlistItems)
  await db
    .delete(wishlistItems)
    .where(and(eq(wishlistItems.customerId, customerId), inArray(wishlistItems.productId, tooMany)))
  return { is_collected: true }
}

/** Returns the wishlist. Sold out and expired products stay, marked on their card. */
export async function listCollected(
  { db, hooks }: Shop,
  actor: Shopper,
  input: { page: number; limit: number; currency?: string | undefined; language: string },
): Promise<{ data: ProductCard[]; meta: { pagination: Pagination } }> {
  await refuseIfDisabled(db)
  const view = await createView({ db, hooks }, actor, input)
  const [data, [counted]] = await Promise.all([
    readCards(db, view, {
      name: 'cards_of_wishlist',
      page: sql`array(select wl.product_id from wishlist_items wl where wl.customer_id = ${actor.customerId}
        order by wl.added_at desc, wl.product_id desc limit ${input.limit} offset ${(input.page - 1) * input.limit})`,
    }),
    db.select({ total: count() }).from(wishlistItems).where(eq(wishlistItems.customerId, actor.customerId)),
  ])
  return { data, meta: { pagination: toPagination(input.page, input.limit, counted?.total ?? 0) } }
}

async function refuseIfDisabled(db: Database): Promise<void> {
  if ((await readSetting(db, 'open_collect')) !== '1') throw refuse('wishlist_off')
}

/** Deletes the wishlist of an erased customer. */
export async function eraseWishlist(tx: Database, customerId: string): Promise<void> {
  await tx.delete(wishlistItems).where(eq(wishlistItems.customerId, customerId))
}
