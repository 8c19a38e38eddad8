import {
  and,
  asc,
  eq,
  gt,
  inArray,
  isNull,
  lte,
  or,
  type Placeholder,
  type SQL,
  sql,
  TransactionRollbackError,
} from 'drizzle-orm'
import { msg } from '#contract/translate.ts'
import type { Database } from '#server/database.ts'
import type { Visitor } from '#server/http.ts'
import { newId } from '#server/ids.ts'
import { refuse, refuseFields } from '#server/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { asksWhoIsNew, findEligibilityProblem, registerType, subscribeFirst } from '../coupon-widget.rules.ts'
import { findExpiry } from '../coupons.rules.ts'
import { couponClaims, couponLinks, coupons, couponWidgets } from './coupons.tables.ts'
import { type GuestProof, noGuestProof } from './guest-proof.ts'

/** Whose a claim is: an account's, or that of a guest's browser in the name of an address. */
export type Holder = { customerId: string | null; email: string; holder?: string | null }

/** Claims coupons of one live widget and answers the link ids now held, in the order asked. */
export async function bindCoupons(
  shop: Shop,
  asker: Visitor,
  { email, code_id }: { email?: string | undefined; code_id: number[] },
  subscribedEmail: string | undefined,
  guestProof: GuestProof = noGuestProof,
): Promise<number[]> {
  const { db, clock } = shop
  const now = clock.now()
  // One fixed order for everybody, so that two claims of the same coupons never wait for each other.
  const links = await db
    .select({ id: couponLinks.id, coupon: coupons, widget: couponWidgets })
    .from(couponLinks)
    .innerJoin(coupons, eq(coupons.id, couponLinks.couponId))
    .innerJoin(couponWidgets, eq(couponWidgets.id, couponLinks.widgetId))
    .where(inArray(couponLinks.id, code_id))
    .orderBy(asc(coupons.id))
  const [first] = links
  if (!first || links.length < code_id.length) throw refuse('not_found')
  const { widget } = first
  if (links.some((link) => link.widget.id !== widget.id)) throw refuse('not_found')
  const holder = findHolder(asker, guestProof, { email, subscribedEmail, registerType: widget.registerType })
  if (!isLive(widget, now)) throw refuse('coupons_gone')
  const isNew = asksWhoIsNew(widget.userGroup) && (await isNewAsShown(shop, asker, guestProof, holder.email))
  const problem = findEligibilityProblem(widget.userGroup, isNew)
  if (problem) throw refuse(problem)
  const takeAll = async (tx: Database) => {
    const ids = new Set<number>()
    for (const { id, coupon } of links) if (await takeCoupon(tx, { coupon, linkId: id, holder, now })) ids.add(id)
    return ids
  }
  // One alone is a transaction by itself; another around it would cost two more round trips.
  const held = links.length === 1 ? await takeAll(db) : await db.transaction(takeAll)
  if (held.size === 0) throw refuse('coupons_gone')
  return code_id.filter((id) => held.has(id))
}

/** Puts a coupon into somebody's hands without a widget: staff do, as a thank-you. */
export async function giveCoupon({ db, clock }: Shop, holder: Holder, couponId: number): Promise<void> {
  const [coupon] = await db.select().from(coupons).where(eq(coupons.id, couponId))
  if (!coupon) throw refuse('not_found')
  if (!(await takeCoupon(db, { coupon, linkId: null, holder, now: clock.now() }))) throw refuse('coupons_gone')
}

type Taking = { coupon: typeof coupons.$inferSelect; linkId: number | null; holder: Holder; now: Date }

/**
 * The claim first, under its unique key, then the stock by one conditional update: of a thousand at once exactly as
 * many get through as there are coupons. True if the holder now has it, also if he had it before.
 */
async function takeCoupon(db: Database, { coupon, linkId, holder, now }: Taking): Promise<boolean> {
  try {
    await db.transaction(async (tx) => {
      const [claim] = await tx
        .insert(couponClaims)
        .values({
          id: newId(),
          couponId: coupon.id,
          linkId,
          customerId: holder.customerId,
          email: holder.email,
          holder: holder.holder ?? null,
          claimedAt: now,
          expiresAt: findExpiry(coupon, now),
        })
        .onConflictDoNothing()
        .returning({ id: couponClaims.id })
      if (!claim) return
      const [taken] = await tx
        .update(coupons)
        .set({ stockClaimed: sql`${coupons.stockClaimed} + 1` })
        .where(and(eq(coupons.id, coupon.id), isClaimable(now)))
        .returning({ id: coupons.id })
      if (!taken) tx.rollback()
    })
    return true
  } catch (error) {
    if (error instanceof TransactionRollbackError) return false
    throw error
  }
}

/** On offer and not yet all taken. */
export function isClaimable(now: Date | Placeholder): SQL | undefined {
  return and(
    eq(coupons.isActive, true),
    or(isNull(coupons.endsAt), gt(coupons.endsAt, now)),
    or(isNull(coupons.stockTotal), sql`${coupons.stockClaimed} < ${coupons.stockTotal}`),
  )
}

/** The widgets shown now. */
export function isWidgetLive(now: Date | Placeholder): SQL | undefined {
  return and(lte(couponWidgets.startsAt, now), or(isNull(couponWidgets.endsAt), gt(couponWidgets.endsAt, now)))
}

function isLive(widget: { startsAt: Date; endsAt: Date | null }, now: Date): boolean {
  return widget.startsAt <= now && (widget.endsAt === null || widget.endsAt > now)
}

type GivenIdentity = { email: string | undefined; subscribedEmail: string | undefined; registerType: number }

function findHolder(asker: Visitor, guestProof: GuestProof, given: GivenIdentity): Holder {
  const { email, subscribedEmail } = given
  if (asker.customerId) {
    if (email && email !== asker.email) throw refuse('not_found')
    return { customerId: asker.customerId, email: asker.email }
  }
  if (given.registerType === registerType.signIn) throw refuse('not_signed_in')
  if (!email) throw refuseFields({ email: [msg('Please fill in this field')] })
  if (subscribedEmail?.trim().toLowerCase() !== email) {
    throw refuseFields({ email: [subscribeFirst] })
  }
  // Typing an address proves nothing: nothing is put into an account, and nothing of the address is shown.
  return { customerId: null, email, holder: guestProof.holder }
}

/** The claims of an account, for a condition on `coupon_claims`. */
export function heldByCustomer(customerId: string | Placeholder): SQL {
  return eq(couponClaims.customerId, customerId)
}

/**
 * Whether somebody is new, as far as they have shown who they are. Of an address that nobody proved everybody is told the
 * same: the groups are held again where a claim is spent.
 */
async function isNewAsShown(
  { db, hooks }: Shop,
  asker: Visitor,
  guestProof: GuestProof,
  email: string,
): Promise<boolean> {
  // New is who never paid for an order, by account or by a proved address.
  if (asker.customerId)
    return !(await hooks.hasEverPaid(db, { customerId: asker.customerId, email: asker.isProved ? email : null }))
  return guestProof.proved.includes(email) ? !(await hooks.hasEverPaid(db, { customerId: null, email })) : true
}

export async function checkNewUser(
  shop: Shop,
  asker: Visitor,
  guestProof: GuestProof,
  email: string,
): Promise<{ is_new: boolean }> {
  if (asker.customerId && email !== asker.email) throw refuse('not_found')
  return { is_new: await isNewAsShown(shop, asker, guestProof, email) }
}
