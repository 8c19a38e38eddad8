import { and, asc, eq, sql } from 'drizzle-orm'
import { isSafeLink } from '#contract/links.ts'
import { type StaffOutput, type StaffPage, type StaffParsed, toStaffTime } from '#contract/staff-call.ts'
import { dayMs } from '#contract/times.ts'
import { couponWidgets } from '#features/coupons/server/coupons.tables.ts'
import { readCursor, toPage } from '#server/cursors.ts'
import { type Database, isStillReferred } from '#server/database.ts'
import { refuse, refuseFields } from '#server/refuse.ts'
import type { Shop } from '#server/shop.ts'
import type {
  createAdvert,
  editAdvert,
  getAdvertFigures,
  listStaffAdverts,
  StaffAdvert,
} from '../adverts.staff.contract.ts'
import { findAdvertProblem } from '../adverts.staff.rules.ts'
import { advertClicks, adverts } from './adverts.tables.ts'

type AdvertRow = typeof adverts.$inferSelect
type Kind = StaffAdvert['kind']
const linkTypes = { widget: 'coupon_module', app: 'down', link: 'custom_link' } as const

function nameKind(linkType: string): Kind {
  if (linkType === linkTypes.widget) return 'widget'
  return linkType === linkTypes.app ? 'app' : 'link'
}

function show(row: AdvertRow, now: Date): StaffAdvert {
  const { imagePath, imageWidth, imageHeight } = row
  const isOver = row.endsAt !== null && row.endsAt <= now
  return {
    id: row.id,
    position: row.position,
    kind: nameKind(row.linkType),
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
    status: !row.isActive ? 'off' : isOver ? 'ended' : row.startsAt > now ? 'scheduled' : 'running',
  }
}

export async function readAdvertsForStaff(
  { db, clock }: Shop,
  { limit, after, position }: StaffParsed<typeof listStaffAdverts>,
): Promise<StaffPage<StaffAdvert>> {
  const cursor = readCursor(after, 3)
  const wanted = position ? eq(adverts.position, position) : undefined
  const isLater = cursor
    ? sql`(${adverts.position}, ${adverts.sort}, ${adverts.id}) > (${cursor[0]}::text, ${cursor[1]}::int, ${cursor[2]}::int)`
    : undefined
  const rows = await db
    .select()
    .from(adverts)
    .where(and(wanted, isLater))
    .orderBy(asc(adverts.position), asc(adverts.sort), asc(adverts.id))
    .limit(limit + 1)
  return toPage(rows, {
    limit,
    total: await db.$count(adverts, wanted),
    cursorOf: (row) => [row.position, row.sort, row.id],
    show: (row) => show(row, clock.now()),
  })
}

async function findRow(db: Database, id: number): Promise<AdvertRow> {
  const [row] = await db.select().from(adverts).where(eq(adverts.id, id))
  if (!row) throw refuse('not_found', { message: `There is no advert ${id}.` })
  return row
}

export async function readAdvert({ db, clock }: Shop, id: number): Promise<StaffAdvert> {
  return show(await findRow(db, id), clock.now())
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
    // A link of another name (to a product, say) stays what it is while it stays a link.
    ...(kind && kind !== nameKind(was.linkType) && { linkType: linkTypes[kind] }),
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

type ToCheck = Partial<AdvertRow> & { linkType: string; startsAt: Date }

async function refuseProblems(db: Database, advert: ToCheck): Promise<void> {
  const problem = findAdvertProblem({ ...advert, kind: nameKind(advert.linkType) })
  if (problem) throw refuseFields({ [problem.field]: [problem.detail] })
  const links = {
    'picture.path': advert.imagePath,
    link: advert.linkPath,
    ios_url: advert.iosUrl,
    google_url: advert.googleUrl,
  }
  for (const [field, link] of Object.entries(links)) {
    if (link && !isSafeLink(link)) throw refuseFields({ [field]: ['This leads out of the shop.'] })
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
    if (!isStillReferred(error)) throw error
    await db.update(adverts).set({ isActive: false }).where(eq(adverts.id, id))
    return { outcome: 'ended' }
  }
}

export async function readFigures(
  { db, clock }: Shop,
  { id: ref, days }: StaffParsed<typeof getAdvertFigures>,
): Promise<StaffOutput<typeof getAdvertFigures>> {
  const { id } = await findRow(db, Number(ref))
  const since = new Date(clock.now().getTime() - days * dayMs)
  const { rows } = await db.execute<{ day: string; clicks: number; shoppers: number }>(sql`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as clicks, count(distinct customer_id)::int as shoppers
    from ${advertClicks} where advert_id = ${id} and at >= ${since} group by 1 order by 1`)
  return { clicks: rows.reduce((sum, { clicks }) => sum + clicks, 0), by_day: rows }
}
