import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { StaffOutput, StaffPage, StaffParsed } from '#contract/calls/staff-call.ts'
import { dayMs } from '#contract/times/times.ts'
import { maxCounted, readCursor, toPage } from '#server/http/cursors.ts'
import type { Shop } from '#server/shop.ts'
import { almostGoneShare, couponKinds, maxUsesCounted, usedDays } from '../coupon-terms.staff.rules.ts'
import { couponType } from '../coupons.rules.ts'
import type { countCoupons, listCouponUses, listStaffCoupons, StaffCoupon } from '../coupons.staff.contract.ts'
import { prepareStaffCoupons } from './coupons.staff.service.ts'
import { couponClaims, couponLinks, coupons } from './coupons.tables.ts'

type ParsedInput = StaffParsed<typeof listStaffCoupons>
type Status = NonNullable<ParsedInput['status']>

/** Conditions for the states of `findCouponState`. */
function isInState(now: Date): Record<Status, SQL> {
  const isEnded = sql`(not ${coupons.isActive} or coalesce(${coupons.endsAt} <= ${now}, false))`
  const isOffered = sql`(not ${isEnded} and not ${coupons.isPaused})`
  const isTaken = sql`coalesce(${coupons.stockClaimed} >= ${coupons.stockTotal}, false)`
  const isOpen = sql`(${isOffered} and not ${isTaken})`
  const isAlmostGone = sql`coalesce(${coupons.stockClaimed} >= ${coupons.stockTotal} * ${almostGoneShare}::numeric, false)`
  return {
    ended: isEnded,
    paused: sql`(not ${isEnded} and ${coupons.isPaused})`,
    taken: sql`(${isOffered} and ${isTaken})`,
    scheduled: sql`(${isOpen} and ${coupons.startsAt} > ${now})`,
    running: sql`(${isOpen} and ${coupons.startsAt} <= ${now})`,
    running_out: sql`(${isOffered} and ${isAlmostGone})`,
  }
}

export async function readCoupons(shop: Shop, input: ParsedInput): Promise<StaffPage<StaffCoupon>> {
  const { db, clock } = shop
  const { limit, after, q, status, kind, widget } = input
  const cursor = readCursor(after, 'int')
  const condition = and(
    q
      ? sql`(starts_with(${coupons.code}, ${q.toUpperCase()}) or strpos(lower(${coupons.object}), ${q.toLowerCase()}) > 0)`
      : undefined,
    status ? isInState(clock.now())[status] : undefined,
    kind ? isOfKind(kind) : undefined,
    input.for ? isFor(input.for) : undefined,
    widget
      ? sql`exists (select from ${couponLinks}
          where ${and(eq(couponLinks.couponId, coupons.id), eq(couponLinks.widgetId, widget), eq(couponLinks.isOffered, true))})`
      : undefined,
  )
  const rows = await db
    .select()
    .from(coupons)
    .where(and(condition, cursor ? lt(coupons.id, cursor[0]) : undefined))
    .orderBy(desc(coupons.id))
    .limit(limit + 1)
  const convertCoupon = await prepareStaffCoupons(shop, rows)
  const counted = db
    .select({ one: sql`1` })
    .from(coupons)
    .where(condition)
    .limit(maxCounted + 1)
    .as('counted')
  return toPage(rows, { limit, total: await db.$count(counted), cursorOf: ({ id }) => [id], show: convertCoupon })
}

/** Condition for a kind of coupon. Every type other than amount and shipping is a percentage. */
function isOfKind(kind: keyof typeof couponKinds): SQL {
  return kind === 'percent'
    ? sql`${coupons.couponType} not in (${couponType.fixed}, ${couponType.freeShipping})`
    : eq(coupons.couponType, couponKinds[kind])
}

function isFor(category: string): SQL {
  const codes = sql`coalesce(${coupons.conditions} -> 'categoryCodes', '[]'::jsonb)`
  if (category !== 'all') return sql`${codes} @> ${JSON.stringify([category])}::jsonb`
  return sql`(${codes} = '[]'::jsonb and coalesce(${coupons.conditions} -> 'productIds', '[]'::jsonb) = '[]'::jsonb)`
}

export async function readCounts({ db, clock }: Shop): Promise<StaffOutput<typeof countCoupons>> {
  const is = isInState(clock.now())
  const count = (isMatch: SQL) => sql<number>`count(*) filter (where ${isMatch})`.mapWith(Number)
  const latest = db.select().from(coupons).orderBy(desc(coupons.id)).limit(maxCounted).as('coupons')
  const [counts] = await db
    .select({
      all: sql<number>`count(*)`.mapWith(Number),
      running: count(is.running),
      scheduled: count(is.scheduled),
      taken: count(is.taken),
      paused: count(is.paused),
      ended: count(is.ended),
      running_out: count(is.running_out),
    })
    .from(latest)
  if (!counts) throw new Error('The counts were not returned')
  return { counts }
}

/** Returns the latest uses of each coupon, up to the counting limit. The query reads an index only. */
export async function readUses(
  { db, clock }: Shop,
  { codes }: StaffParsed<typeof listCouponUses>,
): Promise<StaffOutput<typeof listCouponUses>> {
  const uniqueCodes = [...new Set(codes.toUpperCase().split(','))].slice(0, 100)
  const today = clock.now().toISOString().slice(0, 10)
  const first = new Date(Date.parse(`${today}T00:00:00Z`) - (usedDays - 1) * dayMs)
  const { rows } = await db.execute<{ code: string; day: number | null; uses: number }>(sql`
    select ${coupons.code} as code, used.day, count(used.day)::int as uses
    from ${coupons} left join lateral (
      select greatest(-1, floor(extract(epoch from ${couponClaims.usedAt} - ${first}::timestamptz) / 86400))::int as day
      from ${couponClaims} where ${couponClaims.couponId} = ${coupons.id} and ${couponClaims.usedAt} is not null
      order by ${couponClaims.usedAt} desc limit ${maxUsesCounted + 1}) used on true
    where ${coupons.code} in (${sql.join(
      uniqueCodes.map((code) => sql`${code}`),
      sql`, `,
    )})
    group by 1, 2`)
  const byCode = Map.groupBy(rows, ({ code }) => code)
  return {
    uses: [...byCode].map(([code, days]) => {
      const used = days.reduce((sum, { uses }) => sum + uses, 0)
      const by_day = Array.from({ length: usedDays }, (_, day) => days.find((one) => one.day === day)?.uses ?? 0)
      return { code, used: used > maxUsesCounted ? null : used, by_day }
    }),
  }
}
