import { and, eq, gt, isNull, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { msg } from '#contract/text/translate.ts'
import { cacheValue } from '#server/cache/cached-values.ts'
import type { Database } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import { prepareOnce } from '#server/database/prepare-once.ts'
import type { Visitor } from '#server/http/http.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { asksWhoIsNew, findEligibilityProblem, registerType, subscribeFirstMessage } from '../coupon-widget.rules.ts'
import { findExpiry } from '../coupons.rules.ts'
import { couponClaims, couponLinks, coupons, couponWidgets } from './coupons.tables.ts'
import { type GuestProof, noGuestProof } from './guest-proof.ts'

/** The owner of a claim: a customer, or a guest's browser together with the email address typed by the guest. */
export type Holder = { customerId: string | null; email: string; holder?: string | null }

/** Cached offers by link id. The remaining stock is not cached, because each claim checks the stock. */
const readLinks = cacheValue([couponLinks, coupons, couponWidgets], async (db) => {
  const { id, registerType, userGroup, startsAt, endsAt, isPublished } = couponWidgets
  const rows = await db
    .select({
      id: couponLinks.id,
      coupon: { id: coupons.id, endsAt: coupons.endsAt, validDays: coupons.validDays },
      widget: { id, registerType, userGroup, startsAt, endsAt, isPublished },
    })
    .from(couponLinks)
    .innerJoin(coupons, eq(coupons.id, couponLinks.couponId))
    .innerJoin(couponWidgets, eq(couponWidgets.id, couponLinks.widgetId))
    .where(eq(couponLinks.isOffered, true))
  return new Map(rows.map((link) => [link.id, link]))
})

/**
 * Returns the links sorted by coupon id. The fixed order prevents deadlocks between requests that claim the same
 * coupons.
 */
async function findLinks(db: Database, ids: number[]) {
  const known = await readLinks(db)
  return [...new Set(ids)].flatMap((id) => known.get(id) ?? []).sort((one, other) => one.coupon.id - other.coupon.id)
}

/** Claims coupons of one published widget. Returns the link ids that the visitor now holds, in the requested order. */
export async function bindCoupons(
  shop: Shop,
  actor: Visitor,
  { email, code_id }: { email?: string | undefined; code_id: number[] },
  subscribedEmail: string | undefined,
  guestProof: GuestProof = noGuestProof,
): Promise<number[]> {
  const { db, clock } = shop
  const now = clock.now()
  const links = await findLinks(db, code_id)
  const [first] = links
  if (!first || links.length < code_id.length) throw refuse('not_found')
  const { widget } = first
  if (links.some((link) => link.widget.id !== widget.id)) throw refuse('not_found')
  const holder = findHolder(actor, guestProof, { email, subscribedEmail, registerType: widget.registerType })
  if (!isLive(widget, now)) throw refuse('coupons_gone')
  const isNew = asksWhoIsNew(widget.userGroup) && (await isNewByProof(shop, actor, guestProof, holder.email))
  const problem = findEligibilityProblem(widget.userGroup, isNew)
  if (problem) throw refuse(problem)
  const claimAll = async (tx: Database) => {
    const ids = new Set<number>()
    for (const { id, coupon } of links) if (await claimCoupon(tx, { coupon, linkId: id, holder, now })) ids.add(id)
    return ids
  }
  // A single coupon needs no transaction, because its claim is one statement.
  const held = links.length === 1 ? await claimAll(db) : await db.transaction(claimAll)
  if (held.size === 0) throw refuse('coupons_gone')
  return code_id.filter((id) => held.has(id))
}

/** Gives a coupon to a customer or guest without a widget, for example when staff thank someone. */
export async function giveCoupon({ db, clock }: Shop, holder: Holder, couponId: number): Promise<void> {
  const [coupon] = await db.select().from(coupons).where(eq(coupons.id, couponId))
  if (!coupon) throw refuse('not_found')
  if (!(await claimCoupon(db, { coupon, linkId: null, holder, now: clock.now() }))) throw refuse('coupons_gone')
}

type NewClaim = {
  coupon: { id: number; endsAt: Date | null; validDays: number | null }
  linkId: number | null
  holder: Holder
  now: Date
}

/**
 * Inserts a claim and increases the claimed count, in one statement. The statement locks the coupon row, checks the
 * stock again, and inserts under the unique key. Concurrent requests therefore never claim more coupons than exist.
 */
const insertClaim = prepareOnce((db) => {
  const param = (name: string) => sql.placeholder(name)
  const open = db.$with('open').as(
    db
      .select({ id: coupons.id })
      .from(coupons)
      .where(and(eq(coupons.id, param('couponId')), isClaimable(param('now'))))
      .for('no key update'),
  )
  const claim = db.$with('claim', {}).as(sql`
    insert into coupon_claims (id, coupon_id, link_id, customer_id, email, holder, claimed_at, expires_at)
    select ${param('id')}, open.id, ${param('linkId')}::int, ${param('customerId')}, ${param('email')}, ${param('holder')},
      ${param('now')}::timestamptz, ${param('expiresAt')}::timestamptz
    from open on conflict do nothing returning coupon_id`)
  const taken = db.$with('taken', {}).as(sql`
    update coupons set stock_claimed = stock_claimed + 1 from claim where coupons.id = claim.coupon_id`)
  return db.with(open, claim, taken).select({ id: open.id }).from(open).prepare('coupon_taken')
})

/** Claims a coupon. Returns true if the owner now holds the coupon, including by an earlier claim. */
export async function claimCoupon(db: Database, { coupon, linkId, holder, now }: NewClaim): Promise<boolean> {
  const claimOwner = {
    couponId: coupon.id,
    customerId: holder.customerId,
    email: holder.email,
    holder: holder.holder ?? null,
  }
  const [open] = await insertClaim(db).execute({
    ...claimOwner,
    id: newId(),
    linkId,
    now,
    expiresAt: findExpiry(coupon, now),
  })
  return open !== undefined || holdsCoupon(db, claimOwner)
}

type ClaimOwner = { couponId: number; customerId: string | null; email: string; holder: string | null }

/** Returns whether the owner already has the coupon. The conditions match the unique keys of coupon_claims. */
async function holdsCoupon(db: Database, { couponId, customerId, email, holder }: ClaimOwner): Promise<boolean> {
  const isOwnedClaim = customerId
    ? heldByCustomer(customerId)
    : and(
        isNull(couponClaims.customerId),
        eq(couponClaims.email, email),
        sql`coalesce(${couponClaims.holder}, '') = ${holder ?? ''}`,
      )
  const [held] = await db
    .select({ id: couponClaims.id })
    .from(couponClaims)
    .where(and(eq(couponClaims.couponId, couponId), isOwnedClaim))
    .limit(1)
  return held !== undefined
}

/** Condition on `coupons`: active, not paused, not ended, and in stock. */
function isClaimable(now: Date | Placeholder): SQL | undefined {
  return and(
    eq(coupons.isActive, true),
    eq(coupons.isPaused, false),
    or(isNull(coupons.endsAt), gt(coupons.endsAt, now)),
    or(isNull(coupons.stockTotal), sql`${coupons.stockClaimed} < ${coupons.stockTotal}`),
  )
}

function isLive(widget: { isPublished: boolean; startsAt: Date; endsAt: Date | null }, now: Date): boolean {
  return widget.isPublished && widget.startsAt <= now && (widget.endsAt === null || widget.endsAt > now)
}

type GivenIdentity = { email: string | undefined; subscribedEmail: string | undefined; registerType: number }

function findHolder(actor: Visitor, guestProof: GuestProof, param: GivenIdentity): Holder {
  const { email, subscribedEmail } = param
  if (actor.customerId) {
    if (email && email !== actor.email) throw refuse('not_found')
    return { customerId: actor.customerId, email: actor.email }
  }
  if (param.registerType === registerType.signIn) throw refuse('not_signed_in')
  if (!email) throw refuseFields({ email: [msg('Please fill in this field')] })
  if (subscribedEmail?.trim().toLowerCase() !== email) {
    throw refuseFields({ email: [subscribeFirstMessage] })
  }
  // A typed email address is unverified. The claim stays with the guest's browser and is not added to an account.
  return { customerId: null, email, holder: guestProof.holder }
}

/** Condition on `coupon_claims`: the claims of a customer. */
export function heldByCustomer(customerId: string | SQL | Placeholder): SQL {
  return eq(couponClaims.customerId, customerId)
}

/**
 * Returns whether the visitor is treated as a new customer. For an unverified email address the result is always true,
 * so strangers learn nothing about the address. Checkout checks the user group again.
 */
export async function isNewByProof(
  { db, hooks }: Pick<Shop, 'db' | 'hooks'>,
  actor: Visitor,
  guestProof: GuestProof,
  email: string,
): Promise<boolean> {
  // A new customer has never paid for an order, neither with the account nor with the verified email address.
  if (actor.customerId)
    return !(await hooks.hasEverPaid(db, { customerId: actor.customerId, email: actor.isVerified ? email : null }))
  return guestProof.proved.includes(email) ? !(await hooks.hasEverPaid(db, { customerId: null, email })) : true
}

export async function checkNewUser(
  shop: Shop,
  actor: Visitor,
  guestProof: GuestProof,
  email: string,
): Promise<{ is_new: boolean }> {
  if (actor.customerId && email !== actor.email) throw refuse('not_found')
  return { is_new: await isNewByProof(shop, actor, guestProof, email) }
}
