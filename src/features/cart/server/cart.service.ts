import { createHash } from 'node:crypto'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { dayMs } from '#contract/times.ts'
import { products, skus } from '#features/catalogue/server/catalogue.tables.ts'
import type { Database } from '#server/database.ts'
import { newId, newToken } from '#server/ids.ts'
import { refuse } from '#server/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { mostOfOne } from '../cart.rules.ts'
import { cartItems, carts } from './cart.tables.ts'

/** Whose cart: a shopper's, or that of the browser which holds the token. */
export type CartOwner = { customerId: string | null; guestToken: string | null }

function hashGuest(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

export function isTheirs(owner: CartOwner) {
  return owner.customerId
    ? eq(carts.customerId, owner.customerId)
    : and(isNull(carts.customerId), eq(carts.guestTokenHash, hashGuest(owner.guestToken ?? '')))
}

/** The cart, made when there is none and held for the rest of the transaction. */
export async function openCart(tx: Database, owner: CartOwner, now: Date): Promise<string> {
  const key = owner.customerId
    ? { customerId: owner.customerId }
    : { guestTokenHash: hashGuest(owner.guestToken ?? '') }
  await tx
    .insert(carts)
    .values({ ...key, id: newId(), createdAt: now, updatedAt: now })
    .onConflictDoNothing()
  const [cart] = await tx.update(carts).set({ updatedAt: now }).where(isTheirs(owner)).returning({ id: carts.id })
  if (!cart) throw new Error('A cart that was just made is gone')
  return cart.id
}

/** Puts pieces into the cart, never more than there are. A guest without a cart gets a new token. */
export async function addToCart(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  owner: CartOwner,
  { skuId, quantity }: { skuId: number; quantity: number },
): Promise<{ count: number; guestToken: string | null }> {
  const guestToken = owner.customerId ? null : (owner.guestToken ?? newToken())
  const whose = { ...owner, guestToken }
  const count = await db.transaction(async (tx) => {
    const now = clock.now()
    const cartId = await openCart(tx, whose, now)
    const [held] = await tx
      .select({ quantity: cartItems.quantity })
      .from(cartItems)
      .where(and(eq(cartItems.cartId, cartId), eq(cartItems.skuId, skuId)))
    const wanted = (held?.quantity ?? 0) + quantity
    await refuseUnbuyable(tx, skuId, wanted)
    await tx
      .insert(cartItems)
      .values({ cartId, customerId: owner.customerId, skuId, quantity, addedAt: now })
      .onConflictDoUpdate({ target: [cartItems.cartId, cartItems.skuId], set: { quantity: wanted } })
    return countItems(tx, whose)
  })
  return { count, guestToken }
}

export async function removeFromCart(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  owner: CartOwner,
  { skuId, quantity }: { skuId: number; quantity: number },
): Promise<number> {
  if (!owner.customerId && !owner.guestToken) return 0
  return db.transaction(async (tx) => {
    const cartId = await openCart(tx, owner, clock.now())
    const item = and(eq(cartItems.cartId, cartId), eq(cartItems.skuId, skuId))
    await tx.delete(cartItems).where(and(item, sql`${cartItems.quantity} <= ${quantity}`))
    await tx
      .update(cartItems)
      .set({ quantity: sql`${cartItems.quantity} - ${quantity}` })
      .where(item)
    return countItems(tx, owner)
  })
}

/** Sets a number instead of adding to it, so that sending it twice changes nothing. */
export async function setCartQuantity(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  owner: CartOwner,
  { skuId, quantity }: { skuId: number; quantity: number },
): Promise<{ count: number; guestToken: string | null }> {
  if (quantity === 0)
    return { count: await removeFromCart({ db, clock }, owner, { skuId, quantity: mostOfOne }), guestToken: null }
  const guestToken = owner.customerId ? null : (owner.guestToken ?? newToken())
  const whose = { ...owner, guestToken }
  const count = await db.transaction(async (tx) => {
    const now = clock.now()
    const cartId = await openCart(tx, whose, now)
    await refuseUnbuyable(tx, skuId, quantity)
    await tx
      .insert(cartItems)
      .values({ cartId, customerId: owner.customerId, skuId, quantity, addedAt: now })
      .onConflictDoUpdate({ target: [cartItems.cartId, cartItems.skuId], set: { quantity } })
    return countItems(tx, whose)
  })
  return { count, guestToken }
}

async function refuseUnbuyable(tx: Database, skuId: number, wanted: number): Promise<void> {
  const [sku] = await tx
    .select({ inventory: skus.inventory, status: products.status })
    .from(skus)
    .innerJoin(products, eq(products.id, skus.productId))
    .where(eq(skus.id, skuId))
  if (sku?.status !== 1) throw refuse('not_for_sale')
  const most = Math.min(sku.inventory, mostOfOne)
  if (wanted > most) throw refuse('only_left', { message: `Only ${most} left` })
}

export async function countCart({ db }: Pick<Shop, 'db'>, owner: CartOwner): Promise<number> {
  if (!owner.customerId && !owner.guestToken) return 0
  return countItems(db, owner)
}

async function countItems(db: Database, owner: CartOwner): Promise<number> {
  const [counted] = await db
    .select({ count: sql<number>`coalesce(sum(${cartItems.quantity}), 0)::int` })
    .from(cartItems)
    .innerJoin(carts, eq(carts.id, cartItems.cartId))
    .where(isTheirs(owner))
  return counted?.count ?? 0
}

const abandonedDays = 30

/** Carts of browsers that have not come back for as long as their cookie lasts. */
export async function removeAbandonedCarts({ db, clock }: Pick<Shop, 'db' | 'clock'>): Promise<number> {
  const oldest = new Date(clock.now().getTime() - abandonedDays * dayMs)
  const gone = await db
    .delete(carts)
    .where(and(isNull(carts.customerId), lt(carts.updatedAt, oldest)))
    .returning({ id: carts.id })
  return gone.length
}

/** Signing in pours the guest's cart into the shopper's, up to what there is; the guest's is gone then. */
export async function pourGuestCart(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  { customerId, guestToken }: { customerId: string; guestToken: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [guest] = await tx
      .select({ id: carts.id })
      .from(carts)
      .where(isTheirs({ customerId: null, guestToken }))
      .for('update')
    if (!guest) return
    const cartId = await openCart(tx, { customerId, guestToken: null }, clock.now())
    await tx.execute(sql`
      insert into cart_items (cart_id, customer_id, sku_id, quantity, added_at)
      select ${cartId}, ${customerId}, i.sku_id, least(i.quantity, greatest(s.inventory, 1), ${mostOfOne}), i.added_at
      from cart_items i join skus s on s.id = i.sku_id where i.cart_id = ${guest.id}
      on conflict (cart_id, sku_id) do update set quantity = least(
        cart_items.quantity + excluded.quantity,
        greatest((select inventory from skus where id = excluded.sku_id), cart_items.quantity),
        ${mostOfOne})`)
    await tx.delete(carts).where(eq(carts.id, guest.id))
  })
}
