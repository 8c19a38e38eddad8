import { and, asc, eq, ilike, or, sql } from 'drizzle-orm'
import { type StaffOutput, type StaffPage, type StaffParsed, toStaffTime } from '#contract/calls/staff-call.ts'
import { isSafeLink, isWebLink } from '#contract/text/links.ts'
import { dayMs } from '#contract/times/times.ts'
import { couponWidgets } from '#features/coupons/server/coupons.tables.ts'
import { type Database, isStillReferenced } from '#server/database/database.ts'
import { readCursor, toPage, toPattern } from '#server/http/cursors.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import type {
  createAdvert,
  editAdvert,
  getAdvertFigures,
  listAdvertFigures,
  listStaffAdverts,
  StaffAdvert,
} from '../adverts.staff.contract.ts'
import { findAdvertProblem } from '../adverts.staff.rules.ts'
import { advertClicks, advertDays, adverts } from './adverts.tables.ts'

type AdvertRow = typeof adverts.$inferSelect
type Kind = StaffAdvert['kind']
const linkTypes = { widget: 'coupon_module', app: 'down', link: 'custom_link' } as const

function toAdvertKind(linkType: string): Kind {
  if (linkType === linkTypes.widget) return 'widget'
  return linkType === linkTypes.app ? 'app' : 'link'
}

function toStaffAdvert(row: AdvertRow, now: Date): StaffAdvert {
  const { imagePath, imageWidth, imageHeight } = row
  const hasEnded = row.endsAt !== null && row.endsAt <= now
  return {
    id: row.id,
    position: row.position,
    kind: toAdvertKind(row.linkType),
    widget_id: row.couponWidgetId,
    picture:
      imagePath && imageWidth && imageHeight ? { path: imagePath, width: imageWidth, height: imageHeight } : null,
    alt: row.alt,
    link: row.linkPath,
    ios_url: row.iosUrl,
    google_url: row.googleUrl,
    device: row.device,
    starts_at: toStaffTime(row.startsAt),
    ends_at: row.endsAt && toStaffTime(row.endsAt),
    sort: row.sort,
    is_active: row.isActive,
    status: !row.isActive ? 'off' : hasEnded ? 'ended' : row.startsAt > now ? 'scheduled' : 'running',
  }
}

export async function readAdvertsForStaff(
  { db, clock }: Shop,
  { limit, after, q, position }: StaffParsed<typeof listStaffAdverts>,
): Promise<StaffPage<StaffAdvert>> {
  const cursor = readCursor(after, 'text', 'int', 'int')
  const searched = q && or(ilike(adverts.alt, toPattern(q)), ilike(adverts.linkPath, toPattern(q)))
  const condition = and(position ? eq(adverts.position, position) : undefined, searched || undefined)
  const isLater = cursor
    ? sql`(${adverts.position}, ${adverts.sort}, ${adverts.id}) > (${cursor[0]}::text, ${cursor[1]}::int, ${cursor[2]}::int)`
    : undefined
  const rows = await db
    .select()
    .from(adverts)
    .where(and(condition, isLater))
    .orderBy(asc(adverts.position), asc(adverts.sort), asc(adverts.id))
    .limit(limit + 1)
  return toPage(rows, {
    limit,
    total: await db.$count(adverts, condition),
    cursorOf: (row) => [row.position, row.sort, row.id],
    show: (row) => toStaffAdvert(row, clock.now()),
  })
}

async function findRow(db: Database, id: number): Promise<AdvertRow> {
  const [row] = await db.select().from(adverts).where(eq(adverts.id, id))
  if (!row) throw refuse('not_found', { message: `There is no ad ${id}.` })
  return row
}

export async function readAdvert({ db, clock }: Shop, id: number): Promise<StaffAdvert> {
  return toStaffAdvert(await findRow(db, id), clock.now())
}

export async function addAdvert(shop: Shop, input: StaffParsed<typeof createAdvert>): Promise<StaffAdvert> {
  const { db, clock } = shop
  const startsAt = input.starts_at ? new Date(input.starts_at) : clock.now()
  const row = { position: input.position, linkType: linkTypes[input.kind], ...toColumns(input), startsAt }
  await refuseProblems(db, row)
  const [added] = await db.insert(adverts).values(row).returning({ id: adverts.id })
  return readAdvert(shop, added?.id ?? 0)
}

export async function changeAdvert(
  shop: Shop,
  { id: ref, ...fields }: StaffParsed<typeof editAdvert>,
): Promise<StaffAdvert> {
  const { db } = shop
  const was = await findRow(db, Number(ref))
  const { kind } = fields
  const columns = {
    ...toColumns(fields),
    ...(fields.position && { position: fields.position }),
    // A stored link type, such as a link to a product, is kept unless the kind changes.
    ...(kind && kind !== toAdvertKind(was.linkType) && { linkType: linkTypes[kind] }),
  }
  await refuseProblems(db, { ...was, ...columns })
  if (Object.keys(columns).length > 0) await db.update(adverts).set(columns).where(eq(adverts.id, was.id))
  return readAdvert(shop, was.id)
}

function toColumns(fields: Partial<StaffParsed<typeof createAdvert>>): Partial<AdvertRow> {
  const { widget_id, picture, starts_at, ends_at } = fields
  return {
    ...(widget_id !== undefined && { couponWidgetId: widget_id }),
    ...(picture !== undefined && {
      imagePath: picture?.path ?? null,
      imageWidth: picture?.width ?? null,
      imageHeight: picture?.height ?? null,
    }),
    ...(fields.alt !== undefined && { alt: fields.alt }),
    ...(fields.link !== undefined && { linkPath: fields.link }),
    ...(fields.ios_url !== undefined && { iosUrl: fields.ios_url }),
    ...(fields.google_url !== undefined && { googleUrl: fields.google_url }),
    ...(fields.device && { device: fields.device }),
    ...(starts_at !== undefined && { startsAt: new Date(starts_at) }),
    ...(ends_at !== undefined && { endsAt: ends_at === null ? null : new Date(ends_at) }),
    ...(fields.sort !== undefined && { sort: fields.sort }),
    ...(fields.is_active !== undefined && { isActive: fields.is_active }),
  }
}

const badLinkMessage = 'Enter a path of the shop, such as /products, or an https link.'

type AdvertToCheck = Partial<AdvertRow> & { linkType: string; startsAt: Date }

async function refuseProblems(db: Database, advert: AdvertToCheck): Promise<void> {
  const problem = findAdvertProblem({ ...advert, kind: toAdvertKind(advert.linkType) })
  if (problem) throw refuseFields({ [problem.field]: [problem.detail] })
  const links = {
    'picture.path': advert.imagePath,
    ios_url: advert.iosUrl,
    google_url: advert.googleUrl,
  }
  if (advert.linkPath && !isWebLink(advert.linkPath)) throw refuseFields({ link: [badLinkMessage] })
  for (const [field, link] of Object.entries(links)) {
    if (link && !isSafeLink(link))
      throw refuseFields({ [field]: ['The link must be a path of this shop or an app store link.'] })
  }
  if (!advert.couponWidgetId) return
  const [widget] = await db
    .select({ id: couponWidgets.id })
    .from(couponWidgets)
    .where(eq(couponWidgets.id, advert.couponWidgetId))
  if (!widget) throw refuseFields({ widget_id: [`There is no widget ${advert.couponWidgetId}.`] })
}

export async function deleteAdvert({ db }: Shop, id: number): Promise<{ outcome: 'deleted' | 'ended' }> {
  try {
    await db.transaction((tx) => tx.delete(adverts).where(eq(adverts.id, id)))
    return { outcome: 'deleted' }
  } catch (error) {
    if (!isStillReferenced(error)) throw error
    await db.update(adverts).set({ isActive: false }).where(eq(adverts.id, id))
    return { outcome: 'ended' }
  }
}

const toDay = (at: number) => new Date(at).toISOString().slice(0, 10)

export async function readFigures(
  { db, clock }: Shop,
  { id: ref, days }: StaffParsed<typeof getAdvertFigures>,
): Promise<StaffOutput<typeof getAdvertFigures>> {
  const { id } = await findRow(db, Number(ref))
  const since = new Date(clock.now().getTime() - days * dayMs)
  const { rows } = await db.execute<{ day: string; shown: number; clicks: number; shoppers: number }>(sql`
    select to_char(coalesce(c.day, d.day), 'YYYY-MM-DD') as day, coalesce(d.shown, 0)::int as shown,
      coalesce(c.clicks, 0)::int as clicks, coalesce(c.shoppers, 0)::int as shoppers
    from (select (at at time zone 'UTC')::date as day, count(*) as clicks, count(distinct customer_id) as shoppers
      from ${advertClicks} where advert_id = ${id} and at >= ${since} group by 1) c
    full join (select day, shown from ${advertDays} where advert_id = ${id} and day >= ${toDay(since.getTime())}) d
      on d.day = c.day
    order by 1`)
  const sum = (of: 'shown' | 'clicks') => rows.reduce((total, row) => total + row[of], 0)
  return { shown: sum('shown'), clicks: sum('clicks'), by_day: rows }
}

/** 500: more adverts than a shop runs in a quarter. Adverts with the most taps come first. */
const maxFigures = 500

export async function readAllFigures(
  { db, clock }: Shop,
  days: number,
): Promise<StaffOutput<typeof listAdvertFigures>> {
  const today = clock.now().getTime()
  const listed = Array.from({ length: days }, (_, at) => toDay(today - (days - 1 - at) * dayMs))
  const since = listed[0] ?? toDay(today)
  const { rows } = await db.execute<{ id: number; shown: number; clicks: Record<string, number> | null }>(sql`
    select coalesce(c.id, d.id) as id, coalesce(d.shown, 0)::int as shown, c.by_day as clicks
    from (select advert_id as id, sum(clicks) as clicks, json_object_agg(day, clicks) as by_day from (
        select advert_id, (at at time zone 'UTC')::date as day, count(*)::int as clicks from ${advertClicks}
        where at >= ${since}::date::timestamp at time zone 'UTC' group by 1, 2) k group by 1) c
    full join (select advert_id as id, sum(shown) as shown from ${advertDays} where day >= ${since} group by 1) d
      on d.id = c.id
    order by c.clicks desc nulls last, 1 limit ${maxFigures}`)
  const adverts = rows.map(({ id, shown, clicks }) => {
    const clicks_by_day = listed.map((day) => clicks?.[day] ?? 0)
    return { id, shown, clicks: clicks_by_day.reduce((sum, one) => sum + one, 0), clicks_by_day }
  })
  return { adverts }
}
