import { and, eq, gt, isNull, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { msg } from '#contract/text/translate.ts'
import { keepCopy } from '#server/cache/kept-copies.ts'
import type { Database } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import { prepareOnce } from '#server/database/prepare-once.ts'
import type { Visitor } from '#server/http/http.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { asksWhoIsNew, findEligibilityProblem, registerType, subscribeFirst } from '../coupon-widget.rules.ts'
import { findExpiry } from '../coupons.rules.ts'
import { couponClaims, couponLinks, coupons, couponWidgets } from './coupons.tables.ts'
import { type GuestProof, noGuestProof } from './guest-proof.ts'

/** Whose a claim is: an account's, or that of a guest's browser in the name of an address. */
export type Holder = { customerId: string | null; email: string; holder?: string | null }

/** Where every coupon is offered, by the id of its link; whether there is one left is looked up when it is taken. */
const readLinks = keepCopy([couponLinks, coupons, couponWidgets], async (db) => {
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

/** In one fixed order for everybody, so that two claims of the same coupons never wait for each other. */
async function findLinks(db: Database, ids: number[]) {
  const known = await readLinks(db)
  return [...new Set(ids)].flatMap((id) => known.get(id) ?? []).sort((one, other) => one.coupon.id - other.coupon.id)
}

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
  const links = await findLinks(db, code_id)
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
  // One alone is one statement, and whole by itself.
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

type Taking = {
  coupon: { id: number; endsAt: Date | null; validDays: number | null }
  linkId: number | null
  holder: Holder
  now: Date
}

/**
 * One statement: whoever comes waits for the coupon's row, looks again whether there is one left, and claims under the unique key. The
 * stock goes down only by claims that were made, so of a thousand at once exactly as many get through as there are coupons.
 */
const taking = prepareOnce((db) => {
  const given = (name: string) => sql.placeholder(name)
  const open = db.$with('open').as(
    db
      .select({ id: coupons.id })
      .from(coupons)
      .where(and(eq(coupons.id, given('couponId')), isClaimable(given('now'))))
      .for('no key update'),
  )
  const claim = db.$with('claim', {}).as(sql`
    insert into coupon_claims (id, coupon_id, link_id, customer_id, email, holder, claimed_at, expires_at)
    select ${given('id')}, open.id, ${given('linkId')}::int, ${given('customerId')}, ${given('email')}, ${given('holder')},
      ${given('now')}::timestamptz, ${given('expiresAt')}::timestamptz
    from open on conflict do nothing returning coupon_id`)
  const taken = db.$with('taken', {}).as(sql`
    update coupons set stock_claimed = stock_claimed + 1 from claim where coupons.id = claim.coupon_id`)
  return db.with(open, claim, taken).select({ id: open.id }).from(open).prepare('coupon_taken')
})

/** Claims a coupon. True if the holder has it now, also if they had it before. */
export async function takeCoupon(db: Database, { coupon, linkId, holder, now }: Taking): Promise<boolean> {
  const whose = {
    couponId: coupon.id,
    customerId: holder.customerId,
    email: holder.email,
    holder: holder.holder ?? null,
  }
  const [open] = await taking(db).execute({ ...whose, id: newId(), linkId, now, expiresAt: findExpiry(coupon, now) })
  return open !== undefined || holdsCoupon(db, whose)
}

type Whose = { couponId: number; customerId: string | null; email: string; holder: string | null }

/** As the unique keys have it. */
async function holdsCoupon(db: Database, { couponId, customerId, email, holder }: Whose): Promise<boolean> {
  const isTheirs = customerId
    ? heldByCustomer(customerId)
    : and(
        isNull(couponClaims.customerId),
        eq(couponClaims.email, email),
        sql`coalesce(${couponClaims.holder}, '') = ${holder ?? ''}`,
      )
  const [held] = await db
    .select({ id: couponClaims.id })
    .from(couponClaims)
    .where(and(eq(couponClaims.couponId, couponId), isTheirs))
    .limit(1)
  return held !== undefined
}

/** On offer and not yet all taken. */
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
export function heldByCustomer(customerId: string | SQL | Placeholder): SQL {
  return eq(couponClaims.customerId, customerId)
}

/**
 * Whether somebody is new, as far as they have shown who they are. Of an address that nobody proved everybody is told the
 * same: the groups are held again where a claim is spent.
 */
export async function isNewAsShown(
  { db, hooks }: Pick<Shop, 'db' | 'hooks'>,
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
