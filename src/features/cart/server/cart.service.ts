import { createHash } from 'node:crypto'
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { availability } from '#features/catalogue/catalogue.rules.ts'
import { products, skus } from '#features/catalogue/server/catalogue.tables.ts'
import type { Database } from '#server/database/database.ts'
import { newId, newToken } from '#server/database/ids.ts'
import { countedMessage, refuse } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { countUnits, findCartLimit, mergeItems } from '../cart.rules.ts'
import { cartItems, carts } from './cart.tables.ts'

/** Owner of a cart: a shopper, or the browser that has the token. */
export type CartOwner = { customerId: string | null; guestToken: string | null }

function hashGuest(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

export function ownedBy(owner: CartOwner) {
  return owner.customerId
    ? eq(carts.customerId, owner.customerId)
    : and(isNull(carts.customerId), eq(carts.guestTokenHash, hashGuest(owner.guestToken ?? '')))
}

/** Returns the cart, creates it if needed, and locks it for the rest of the transaction. */
export async function openCart(tx: Database, owner: CartOwner, now: Date): Promise<string> {
  const key = owner.customerId
    ? { customerId: owner.customerId }
    : { guestTokenHash: hashGuest(owner.guestToken ?? '') }
  await tx
    .insert(carts)
    .values({ ...key, id: newId(), createdAt: now, updatedAt: now })
    .onConflictDoNothing()
  const [cart] = await tx.update(carts).set({ updatedAt: now }).where(ownedBy(owner)).returning({ id: carts.id })
  if (!cart) throw new Error('The cart was not written')
  return cart.id
}

type CartShop = Pick<Shop, 'db' | 'clock' | 'bounds'>
type QuantityChange = { skuId: number; quantity: number }
type CartChange = { count: number; guestToken: string | null }

/** Adds units to the cart, up to the stock and the limit of one order. A guest without a cart gets a new cart token. */
export function addToCart(shop: CartShop, owner: CartOwner, { skuId, quantity }: QuantityChange): Promise<CartChange> {
  return changeItem(shop, owner, skuId, (held) => held + quantity)
}

/**
 * Changes the quantity of one SKU on the locked cart. Simultaneous taps run one after the other, so that the cart never
 * exceeds a limit.
 */
async function changeItem(
  { db, clock, bounds }: CartShop,
  owner: CartOwner,
  skuId: number,
  computeQuantity: (held: number) => number,
): Promise<CartChange> {
  const guestToken = owner.customerId ? null : (owner.guestToken ?? newToken())
  const whose = { ...owner, guestToken }
  const count = await db.transaction(async (tx) => {
    const now = clock.now()
    const cartId = await openCart(tx, whose, now)
    const items = await tx
      .select({ skuId: cartItems.skuId, quantity: cartItems.quantity })
      .from(cartItems)
      .where(eq(cartItems.cartId, cartId))
    const held = items.find((item) => item.skuId === skuId)?.quantity ?? 0
    const others = items.filter((item) => item.skuId !== skuId)
    const quantity = computeQuantity(held)
    const { inventory, isFree } = await readBuyable(tx, skuId)
    if (isFree && quantity > 1) throw refuse('free_once')
    // A lower quantity is always allowed, even in a cart over its limits.
    const full = quantity > held ? findCartLimit(others, quantity, bounds, inventory) : null
    if (full) throw refuse(full.code, { message: countedMessage(full.code, full.max) })
    if (quantity > inventory) throw refuse('only_left', { message: countedMessage('only_left', inventory) })
    await tx
      .insert(cartItems)
      .values({ cartId, customerId: owner.customerId, skuId, quantity, addedAt: now })
      .onConflictDoUpdate({ target: [cartItems.cartId, cartItems.skuId], set: { quantity } })
    return countUnits(others) + quantity
  })
  return { count, guestToken }
}

export async function removeFromCart(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  owner: CartOwner,
  { skuId, quantity }: QuantityChange,
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

/** Sets a quantity instead of adding to it, so that a repeated request changes nothing. */
export async function setCartQuantity(
  shop: CartShop,
  owner: CartOwner,
  { skuId, quantity }: QuantityChange,
): Promise<CartChange> {
  if (quantity > 0) return changeItem(shop, owner, skuId, () => quantity)
  return { count: await removeFromCart(shop, owner, { skuId, quantity: all }), guestToken: null }
}

/** 99: above the limit of any line. */
const all = 99

async function readBuyable(tx: Database, skuId: number): Promise<{ inventory: number; isFree: boolean }> {
  const [sku] = await tx
    .select({ inventory: skus.inventory, status: products.status, saleTypeName: products.saleTypeName })
    .from(skus)
    .innerJoin(products, eq(products.id, skus.productId))
    .where(eq(skus.id, skuId))
  if (sku?.status !== availability.forSale) throw refuse('not_for_sale')
  return { inventory: sku.inventory, isFree: sku.saleTypeName === 'zero_buy' }
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
    .where(ownedBy(owner))
  return counted?.count ?? 0
}

/**
 * Deletes the cart of an account at the first verification of its address, because a stranger may have filled the cart.
 */
export async function eraseCart(tx: Database, customerId: string): Promise<void> {
  await tx.delete(carts).where(eq(carts.customerId, customerId))
}

/**
 * Merges the guest’s cart into the shopper’s cart at sign-in, within the stock and the limits. Then deletes the guest’s
 * cart.
 */
export async function mergeGuestCart(
  { db, clock, bounds }: CartShop,
  { customerId, guestToken }: { customerId: string; guestToken: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [guest] = await tx
      .select({ id: carts.id })
      .from(carts)
      .where(ownedBy({ customerId: null, guestToken }))
      .for('update')
    if (!guest) return
    const cartId = await openCart(tx, { customerId, guestToken: null }, clock.now())
    const own = await tx.select().from(cartItems).where(eq(cartItems.cartId, cartId))
    const customerItems = await tx
      .select({
        skuId: cartItems.skuId,
        quantity: cartItems.quantity,
        addedAt: cartItems.addedAt,
        inventory: skus.inventory,
      })
      .from(cartItems)
      .innerJoin(skus, eq(skus.id, cartItems.skuId))
      .where(eq(cartItems.cartId, guest.id))
      .orderBy(desc(cartItems.addedAt), asc(cartItems.skuId))
    const merged = mergeItems(own, customerItems, bounds)
    if (merged.length > 0) {
      await tx
        .insert(cartItems)
        .values(merged.map(({ skuId, quantity, addedAt }) => ({ cartId, customerId, skuId, quantity, addedAt })))
        .onConflictDoUpdate({
          target: [cartItems.cartId, cartItems.skuId],
          set: { quantity: sql`excluded.quantity` },
        })
    }
    await tx.delete(carts).where(eq(carts.id, guest.id))
  })
}
