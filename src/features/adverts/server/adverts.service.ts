import { and, asc, desc, eq, gt, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { isSafeLink } from '#contract/links.ts'
import { dayMs } from '#contract/times.ts'
import type { CouponWidget } from '#features/coupons/coupons.contract.ts'
import { isWidgetLive } from '#features/coupons/server/bind.service.ts'
import { couponWidgets } from '#features/coupons/server/coupons.tables.ts'
import { readGuestProof, readNamedEmail } from '#features/coupons/server/guest-proof.ts'
import { findWidgets, type WidgetViewer } from '#features/coupons/server/widgets.service.ts'
import type { Database } from '#server/database.ts'
import type { Visitor } from '#server/http.ts'
import { prepareOnce } from '#server/prepare-once.ts'
import { refuse, refuseFields } from '#server/refuse.ts'
import type { VisitorRequest } from '#server/request.ts'
import type { Shop } from '#server/shop.ts'
import { removeRows } from '#server/work-through.ts'
import type { AdPosition, Advert } from '../adverts.contract.ts'
import { type Device, readDevice } from '../adverts.rules.ts'
import { advertClicks, adverts, advertTexts } from './adverts.tables.ts'

/** Who looks at an advert, and with what. */
export type Viewer = WidgetViewer & { device?: Device }

export async function readViewer(
  shop: Pick<Shop, 'db' | 'clock'>,
  asker: Visitor,
  request: VisitorRequest,
): Promise<Viewer> {
  const device = readDevice(request.header('user-agent'))
  if (asker.customerId) return { customerId: asker.customerId, email: asker.email, device }
  return { customerId: null, email: readNamedEmail(request), guestProof: await readGuestProof(shop, request), device }
}

const queries = prepareOnce((db) => {
  const now = sql.placeholder('now')
  return {
    text: db
      .select({ text: advertTexts.text })
      .from(advertTexts)
      .where(
        and(
          eq(advertTexts.position, sql.placeholder('position')),
          lte(advertTexts.startsAt, now),
          or(isNull(advertTexts.endsAt), gt(advertTexts.endsAt, now)),
        ),
      )
      .orderBy(desc(advertTexts.startsAt))
      .limit(1)
      .prepare('advert_text'),
    first: selectRunning(db, eq(adverts.position, sql.placeholder('position')))
      .limit(1)
      .prepare('first_advert'),
    widgets: selectRunning(
      db,
      and(sql`${adverts.id} = any(${sql.placeholder('ids')})`, eq(adverts.linkType, 'coupon_module')),
    ).prepare('widget_adverts'),
  }
})

/** The short promotional line now running at a place. */
export async function findAdvertText({ db, clock }: Shop, position: string): Promise<string | null> {
  const [found] = await queries(db).text.execute({ position, now: clock.now() })
  return found?.text ?? null
}

/** The first advert now running at a place for this device. */
export async function findAdvert(shop: Shop, viewer: Viewer, position: AdPosition): Promise<Advert | null> {
  const [found] = await queries(shop.db).first.execute({ position, ...askRunning(shop, viewer) })
  if (!found) return null
  const [advert] = await toWire(shop, viewer, [found.advert])
  return advert ?? null
}

/** Coupon widgets by the ids of their adverts, in the order asked; what is not running is left out. */
export async function listWidgetAdverts(shop: Shop, viewer: Viewer, ids: number[]): Promise<Advert[]> {
  const found = await queries(shop.db).widgets.execute({ ids, ...askRunning(shop, viewer) })
  const list = await toWire(
    shop,
    viewer,
    found.map(({ advert }) => advert),
  )
  return list.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

function askRunning({ clock }: Shop, { device = 'other' }: Viewer) {
  return { now: clock.now(), devices: device === 'other' ? ['all'] : ['all', device] }
}

function selectRunning(db: Database, which: SQL | undefined) {
  const now = sql.placeholder('now')
  return db
    .select({ advert: adverts })
    .from(adverts)
    .leftJoin(couponWidgets, eq(couponWidgets.id, adverts.couponWidgetId))
    .where(
      and(
        which,
        eq(adverts.isActive, true),
        lte(adverts.startsAt, now),
        or(isNull(adverts.endsAt), gt(adverts.endsAt, now)),
        sql`${adverts.device} = any(${sql.placeholder('devices')})`,
        or(isNull(adverts.couponWidgetId), and(isNotNull(couponWidgets.id), isWidgetLive(now))),
      ),
    )
    .orderBy(asc(adverts.sort), asc(adverts.id))
}

type AdvertRow = typeof adverts.$inferSelect

async function toWire(shop: Shop, viewer: Viewer, rows: AdvertRow[]): Promise<Advert[]> {
  const widgetIds = rows.flatMap((row) => row.couponWidgetId ?? [])
  const widgets = await findWidgets(shop, viewer, widgetIds)
  return rows.flatMap((row) => {
    const widget = row.couponWidgetId === null ? undefined : widgets.get(row.couponWidgetId)
    // A widget without coupons is not shown.
    if (row.linkType === 'coupon_module' && !widget) return []
    return {
      id: row.id,
      link_type: row.linkType,
      title: row.alt,
      image_path: ifSafe(row.imagePath),
      image_width: row.imageWidth,
      image_height: row.imageHeight,
      link_path: ifSafe(row.linkPath),
      link_detail: toDetail(row, widget),
    }
  })
}

function toDetail(row: AdvertRow, widget: CouponWidget | undefined): Advert['link_detail'] {
  if (widget) return widget
  return row.linkType === 'down' ? { ios_url: ifSafe(row.iosUrl), google_url: ifSafe(row.googleUrl) } : null
}

function ifSafe(link: string | null): string | null {
  return link !== null && isSafeLink(link) ? link : null
}

/** Counts a tap. */
export async function recordAdvertClick({ db, clock }: Shop, asker: Visitor, advertId: number): Promise<void> {
  const [known] = await db.select({ id: adverts.id }).from(adverts).where(eq(adverts.id, advertId))
  if (!known) throw refuse('not_found')
  await db.insert(advertClicks).values({ advertId, customerId: asker.customerId, at: clock.now() })
}

/** Clicks are kept as long as what pages report. */
export async function removeOldClicks(shop: Shop): Promise<number> {
  const oldest = new Date(shop.clock.now().getTime() - shop.bounds.eventDays * dayMs)
  const id = sql`${advertClicks.id}::text`
  return removeRows(shop, 'removeOldClicks', { table: advertClicks, id, due: lt(advertClicks.at, oldest) })
}

export async function saveAdvert(db: Database, advert: typeof adverts.$inferInsert): Promise<void> {
  const { id: _, ...rest } = advert
  for (const field of ['imagePath', 'linkPath', 'iosUrl', 'googleUrl'] as const) {
    const link = advert[field]
    if (link && !isSafeLink(link)) throw refuseFields({ [field]: ['This link leads out of the shop'] })
  }
  await db.insert(adverts).values(advert).onConflictDoUpdate({ target: adverts.id, set: rest })
}

export async function saveAdvertText(db: Database, text: typeof advertTexts.$inferInsert): Promise<void> {
  const { id: _, ...rest } = text
  await db.insert(advertTexts).values(text).onConflictDoUpdate({ target: advertTexts.id, set: rest })
}
