import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { allowsScope } from '#contract/calls/scopes.ts'
import { type StaffOutput, type StaffParsed, toStaffTime } from '#contract/calls/staff-call.ts'
import { isSafeLink } from '#contract/text/links.ts'
import { categories, products } from '#features/catalogue/server/catalogue.tables.ts'
import { readCurrencies } from '#features/settings/server/currencies.service.ts'
import { readHomeCurrency } from '#features/settings/server/settings.service.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import type { Database } from '#server/database/database.ts'
import { maxCounted, readCursor, toPage } from '#server/http/cursors.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { StaffActor } from '#server/http/staff/staff-actor.ts'
import type { Shop } from '#server/shop.ts'
import {
  type CouponToCheck,
  changesTerms,
  couponKinds,
  findCouponProblem,
  findCouponState,
  listCouponActions,
  toCouponKind,
} from '../coupon-terms.staff.rules.ts'
import { couponStatus } from '../coupons.rules.ts'
import type { createCoupon, editCoupon, listClaims, StaffCoupon } from '../coupons.staff.contract.ts'
import { giveCoupon } from './bind.service.ts'
import { readStaffTexts, saveCouponTexts } from './coupon-texts.service.ts'
import { couponClaims, coupons } from './coupons.tables.ts'

type CouponRow = typeof coupons.$inferSelect

export async function hasAccount(db: Database, email: string): Promise<boolean> {
  return (await findCustomer(db, email)) !== null
}

async function findCustomer(db: Database, email: string): Promise<string | null> {
  const [customer] = await db.select({ id: customers.id }).from(customers).where(eq(customers.email, email))
  return customer?.id ?? null
}

/** Finds a coupon by id or code. With isForUpdate, locks the row. */
export async function findCoupon(db: Database, ref: string, isForUpdate = false): Promise<CouponRow> {
  const isMatch = /^\d{1,9}$/.test(ref)
    ? sql`(${coupons.id} = ${Number(ref)} or ${coupons.code} = ${ref})`
    : eq(coupons.code, ref.toUpperCase())
  const query = db.select().from(coupons).where(isMatch).orderBy(asc(coupons.id)).limit(1)
  const [coupon] = await (isForUpdate ? query.for('no key update') : query)
  if (!coupon) throw refuse('not_found', { message: `There is no coupon ${ref}.` })
  return coupon
}

export async function readCoupon(shop: Shop, ref: string, isForUpdate = false): Promise<StaffCoupon> {
  const coupon = await findCoupon(shop.db, ref, isForUpdate)
  const convertCoupon = await prepareStaffCoupons(shop, [coupon])
  return convertCoupon(coupon)
}

/** Returns a function that converts coupon rows for staff. Related data of all rows is read at once. */
export async function prepareStaffCoupons(
  { db, clock }: Shop,
  rows: CouponRow[],
): Promise<(row: CouponRow) => StaffCoupon> {
  const now = clock.now()
  const handles = await readProductHandles(db, rows)
  const texts = await readStaffTexts(
    db,
    rows.map(({ id }) => id),
  )
  return (row) => toStaffCoupon(row, { handles, texts: texts.get(row.id) ?? {}, now })
}

/** Returns the handles of the products in the conditions, by product id. */
async function readProductHandles(db: Database, rows: CouponRow[]): Promise<Map<number, string>> {
  const ids = rows.flatMap(({ conditions }) => conditions.productIds ?? [])
  if (ids.length === 0) return new Map()
  const found = await db
    .select({ id: products.id, handle: products.handle })
    .from(products)
    .where(inArray(products.id, ids))
  return new Map(found.map(({ id, handle }) => [id, handle]))
}

type CouponContext = { handles: Map<number, string>; texts: StaffCoupon['texts']; now: Date }

function toStaffCoupon(coupon: CouponRow, { handles, texts, now }: CouponContext): StaffCoupon {
  const { currency, conditions } = coupon
  const money = (amount: number | null) => (amount === null || amount === 0 ? null : { amount, currency })
  const status = findCouponState(coupon, now)
  return {
    id: coupon.id,
    code: coupon.code,
    kind: toCouponKind(coupon.couponType),
    amount: money(coupon.discountAmount),
    percent: coupon.discountPercent,
    maximum: money(coupon.maximumAmount),
    minimum: money(coupon.minimumAmount),
    categories: conditions.categoryCodes ?? [],
    products: (conditions.productIds ?? []).flatMap((id) => handles.get(id) ?? []),
    condition_text: coupon.useConditionTxt,
    object: coupon.object,
    link: coupon.jumpUrl,
    link_name: coupon.linkName,
    texts,
    starts_at: toStaffTime(coupon.startsAt),
    ends_at: coupon.endsAt && toStaffTime(coupon.endsAt),
    valid_days: coupon.validDays,
    stock: coupon.stockTotal,
    claimed: coupon.stockClaimed,
    status,
    possible: listCouponActions(status),
  }
}

export async function addCoupon(
  shop: Shop,
  { code, ...fields }: StaffParsed<typeof createCoupon>,
): Promise<StaffCoupon> {
  const { db, clock } = shop
  const blank: CouponToCheck & Partial<CouponRow> = {
    couponType: couponKinds[fields.kind],
    discountAmount: null,
    discountPercent: null,
    maximumAmount: null,
    minimumAmount: 0,
    currency: await readHomeCurrency(db),
    conditions: {},
    startsAt: clock.now(),
    endsAt: null,
    stockTotal: null,
  }
  const coupon = { ...blank, ...(await toColumns(db, fields, blank)) }
  refuseProblem(coupon, 0)
  const [added] = await db
    .insert(coupons)
    .values({ ...coupon, conditions: coupon.conditions as CouponRow['conditions'], code })
    .onConflictDoNothing({ target: coupons.code })
    .returning({ id: coupons.id })
  if (!added) throw refuse('exists_already', { message: `There is already a coupon ${code}.` })
  await saveCouponTexts(db, added.id, fields.texts)
  return readCoupon(shop, code)
}

export async function changeCoupon(
  shop: Shop,
  { id, ...fields }: StaffParsed<typeof editCoupon>,
): Promise<StaffCoupon> {
  const { db } = shop
  const was = await findCoupon(db, id, true)
  const changes = await toColumns(db, fields, was)
  const is = { ...was, ...changes }
  refuseProblem(is, was.stockClaimed)
  if (was.stockClaimed > 0 && changesTerms(was, is)) {
    throw refuse('still_used', {
      message: 'Shoppers have claimed this coupon, so its value cannot change. End it and create another coupon.',
    })
  }
  if (Object.keys(changes).length > 0) await db.update(coupons).set(changes).where(eq(coupons.id, was.id))
  if (fields.texts) await saveCouponTexts(db, was.id, fields.texts)
  return readCoupon(shop, id)
}

function refuseProblem(coupon: CouponToCheck & { jumpUrl?: string }, claimed: number): void {
  const problem = findCouponProblem(coupon, claimed)
  if (problem) throw refuseFields({ [problem.field]: [problem.detail] })
  if (coupon.jumpUrl !== undefined && !isSafeLink(coupon.jumpUrl))
    throw refuseFields({ link: ['The link must be a path of this shop or an app store link.'] })
}

type Fields = Omit<StaffParsed<typeof editCoupon>, 'id'>

async function toColumns(db: Database, fields: Fields, was: CouponToCheck): Promise<Partial<CouponRow>> {
  const { kind, amount, percent, maximum, minimum, starts_at, ends_at, valid_days, stock } = fields
  const named = [amount, maximum, minimum].flatMap((money) => money?.currency ?? [])
  if (new Set(named).size > 1) throw refuseFields({ amount: ['All amounts of a coupon must have the same currency.'] })
  const [currency = was.currency] = named
  const hasOthers = [
    amount === undefined && was.discountAmount,
    maximum === undefined && was.maximumAmount,
    minimum === undefined && was.minimumAmount,
  ].some(Boolean)
  if (currency !== was.currency && hasOthers)
    throw refuseFields({ amount: ['All amounts of a coupon must have the same currency.'] })
  if (!(await readCurrencies(db)).has(currency))
    throw refuseFields({ amount: [`This shop does not have the currency ${currency}.`] })
  return {
    currency,
    ...(kind && { couponType: couponKinds[kind] }),
    ...(amount !== undefined && { discountAmount: amount?.amount ?? null }),
    ...(percent !== undefined && { discountPercent: percent }),
    ...(maximum !== undefined && { maximumAmount: maximum?.amount ?? null }),
    ...(minimum !== undefined && { minimumAmount: minimum?.amount ?? 0 }),
    ...(fields.condition_text !== undefined && { useConditionTxt: fields.condition_text }),
    ...(fields.object !== undefined && { object: fields.object }),
    ...(fields.link !== undefined && { jumpUrl: fields.link }),
    ...(fields.link_name !== undefined && { linkName: fields.link_name }),
    ...(starts_at !== undefined && { startsAt: new Date(starts_at) }),
    ...(ends_at !== undefined && { endsAt: ends_at === null ? null : new Date(ends_at) }),
    ...(valid_days !== undefined && { validDays: valid_days }),
    ...(stock !== undefined && { stockTotal: stock }),
    ...((fields.categories || fields.products) && { conditions: await readConditions(db, fields, was) }),
  }
}

async function readConditions(db: Database, fields: Fields, was: CouponToCheck): Promise<CouponRow['conditions']> {
  const codes = fields.categories ?? [...(was.conditions.categoryCodes ?? [])]
  const handles = fields.products
  if (fields.categories && codes.length > 0) {
    const known = await db.select({ code: categories.code }).from(categories).where(inArray(categories.code, codes))
    const isKnown = new Set(known.map(({ code }) => code))
    for (const [at, code] of codes.entries()) {
      if (!isKnown.has(code)) throw refuseFields({ [`categories.${at}`]: [`There is no category ${code}.`] })
    }
  }
  if (!handles) return { categoryCodes: codes, productIds: [...(was.conditions.productIds ?? [])] }
  const found =
    handles.length > 0
      ? await db
          .select({ id: products.id, handle: products.handle })
          .from(products)
          .where(inArray(products.handle, handles))
      : []
  const productIds = handles.map((handle, at) => {
    const product = found.find((one) => one.handle === handle)
    if (!product) throw refuseFields({ [`products.${at}`]: [`There is no product ${handle}.`] })
    return product.id
  })
  return { categoryCodes: codes, productIds }
}

export async function endCoupon(shop: Shop, ref: string): Promise<StaffCoupon> {
  const { id } = await findCoupon(shop.db, ref, true)
  await shop.db.update(coupons).set({ isActive: false }).where(eq(coupons.id, id))
  return readCoupon(shop, ref)
}

/** Pauses or resumes a coupon. Claims of shoppers are not affected. */
export async function setPaused(shop: Shop, ref: string, isPaused: boolean): Promise<StaffCoupon> {
  const coupon = await findCoupon(shop.db, ref, true)
  if (findCouponState(coupon, shop.clock.now()) === 'ended')
    throw refuse('coupon_ended', { message: `${coupon.code} has ended.` })
  if (coupon.isPaused !== isPaused) await shop.db.update(coupons).set({ isPaused }).where(eq(coupons.id, coupon.id))
  return readCoupon(shop, ref)
}

/** Gives a coupon to an email address. If the address has no account, the claim waits until an account is created. */
export async function giveCouponToAddress(shop: Shop, ref: string, email: string): Promise<StaffCoupon> {
  const { id } = await findCoupon(shop.db, ref)
  await giveCoupon(shop, { customerId: await findCustomer(shop.db, email), email }, id)
  return readCoupon(shop, ref)
}

/** Condition on `coupon_claims`: claims of an email address or of its account. Each part uses its own index. */
function isClaimOf(email: string): SQL {
  return sql`(${couponClaims.customerId} = any(array(select id from customers where email = ${email}))
    or (${couponClaims.customerId} is null and ${couponClaims.email} = ${email}))`
}

export async function readClaims(
  { db, clock }: Shop,
  actor: StaffActor,
  { id: ref, limit, after, q }: StaffParsed<typeof listClaims>,
): Promise<StaffOutput<typeof listClaims>> {
  const canSeeCustomers = allowsScope(actor.scopes, 'customers:read')
  // Members who may not see email addresses may not search for them either.
  if (q && !canSeeCustomers)
    throw refuse('not_allowed', { message: 'Searching by email address needs the scope customers:read.' })
  const { id } = await findCoupon(db, ref)
  const now = clock.now()
  const cursor = readCursor(after, 'time', 'text')
  const isOfCoupon = and(eq(couponClaims.couponId, id), q ? isClaimOf(q.toLowerCase()) : undefined)
  const isLater = cursor
    ? sql`(${couponClaims.claimedAt}, ${couponClaims.id}) < (${cursor[0]}::timestamptz, ${cursor[1]}::text)`
    : undefined
  const rows = await db
    .select({ claim: couponClaims, at: sql<string>`${couponClaims.claimedAt}::text` })
    .from(couponClaims)
    .where(and(isOfCoupon, isLater))
    .orderBy(desc(couponClaims.claimedAt), desc(couponClaims.id))
    .limit(limit + 1)
  const counted = db
    .select({ one: sql`1` })
    .from(couponClaims)
    .where(isOfCoupon)
    .limit(maxCounted + 1)
    .as('counted')
  return toPage(rows, {
    limit,
    total: await db.$count(counted),
    cursorOf: ({ claim, at }) => [at, claim.id],
    show: ({ claim }) => ({
      id: claim.id,
      email: canSeeCustomers ? claim.email : null,
      customer_id: canSeeCustomers ? claim.customerId : null,
      state: findClaimState(claim, now),
      from_widget: claim.linkId !== null,
      claimed_at: toStaffTime(claim.claimedAt),
      expires_at: claim.expiresAt && toStaffTime(claim.expiresAt),
      used_at: claim.usedAt && toStaffTime(claim.usedAt),
    }),
  })
}

function findClaimState(claim: typeof couponClaims.$inferSelect, now: Date): 'held' | 'reserved' | 'used' | 'expired' {
  if (claim.status === couponStatus.used) return 'used'
  if (claim.orderId !== null) return 'reserved'
  return claim.expiresAt && claim.expiresAt <= now ? 'expired' : 'held'
}
