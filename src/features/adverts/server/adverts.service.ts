import { asc, desc, eq } from 'drizzle-orm'
import { isSafeLink, isWebLink } from '#contract/text/links.ts'
import type { CouponWidget } from '#features/coupons/coupons.contract.ts'
import { couponWidgets } from '#features/coupons/server/coupons.tables.ts'
import { readClaimedEmail, readGuestProof } from '#features/coupons/server/guest-proof.ts'
import { findWidgets, type WidgetViewer } from '#features/coupons/server/widgets.service.ts'
import { cacheValue } from '#server/cache/cached-values.ts'
import type { Database } from '#server/database/database.ts'
import type { Visitor } from '#server/http/http.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import type { Shop } from '#server/shop.ts'
import type { AdPosition, Advert } from '../adverts.contract.ts'
import { type Device, readDevice } from '../adverts.rules.ts'
import { advertClicks, adverts, advertTexts } from './adverts.tables.ts'

/** The visitor who sees an advert, with the visitor's device. */
export type Viewer = WidgetViewer & { device?: Device }

export function readRequestDevice(request: VisitorRequest): Device {
  return readDevice(request.header('user-agent'))
}

export async function readViewer(
  shop: Pick<Shop, 'db' | 'clock'>,
  actor: Visitor,
  request: VisitorRequest,
): Promise<Viewer> {
  const device = readRequestDevice(request)
  const seen = { device, reader: request }
  if (actor.customerId) return { customerId: actor.customerId, email: actor.email, ...seen }
  return {
    customerId: null,
    email: readClaimedEmail(request),
    guestProof: await readGuestProof(shop, request),
    ...seen,
  }
}

/**
 * Cached rows. `readTexts` returns all texts, newest first. `readAdverts` returns all adverts in their order, with the
 * period of their widgets.
 */
const readTexts = cacheValue([advertTexts], (db) => db.select().from(advertTexts).orderBy(desc(advertTexts.startsAt)))
const readAdverts = cacheValue([adverts, couponWidgets], (db) =>
  db
    .select({
      advert: adverts,
      widget: {
        isPublished: couponWidgets.isPublished,
        startsAt: couponWidgets.startsAt,
        endsAt: couponWidgets.endsAt,
      },
    })
    .from(adverts)
    .leftJoin(couponWidgets, eq(couponWidgets.id, adverts.couponWidgetId))
    .where(eq(adverts.isActive, true))
    .orderBy(asc(adverts.sort), asc(adverts.id)),
)

/** Returns the short promotional text that runs at a position, or null. */
export async function findAdvertText({ db, clock }: Shop, position: string): Promise<string | null> {
  const now = clock.now()
  const found = (await readTexts(db)).find((text) => text.position === position && isRunning(text, now))
  return found?.text ?? null
}

/** Returns the first advert that runs at a position on this device, or null. */
export async function findAdvert(shop: Shop, viewer: Viewer, position: AdPosition): Promise<Advert | null> {
  const found = await findRunning(shop, viewer.device, position)
  return found && toAdvert(found, await findWidgets(shop, viewer, listWidgetIds([found])))
}

/**
 * Returns the advert that `findAdvert` would return, without its coupons. Callers load the coupons in a separate query.
 */
export async function findRunning(
  shop: Shop,
  device: Device | undefined,
  position: AdPosition,
): Promise<AdvertRow | null> {
  const [found] = await listRunning(shop, device, (advert) => advert.position === position)
  return found ?? null
}

/** Returns the running coupon widgets of the given adverts, in the requested order. */
export async function listWidgetAdverts(shop: Shop, viewer: Viewer, ids: number[]): Promise<Advert[]> {
  const isRequested = ({ id, linkType }: AdvertRow) => ids.includes(id) && linkType === 'coupon_module'
  const found = await listRunning(shop, viewer.device, isRequested)
  const widgets = await findWidgets(shop, viewer, listWidgetIds(found))
  const list = found.flatMap((row) => toAdvert(row, widgets) ?? [])
  return list.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

async function listRunning(
  { db, clock }: Shop,
  device: Device | undefined,
  isRequested: (advert: AdvertRow) => boolean,
): Promise<AdvertRow[]> {
  const now = clock.now()
  return (await readAdverts(db))
    .filter(
      ({ advert, widget }) =>
        isRequested(advert) &&
        ['all', device ?? 'other'].includes(advert.device) &&
        isRunning(advert, now) &&
        (widget === null || (widget.isPublished && isRunning(widget, now))),
    )
    .map(({ advert }) => advert)
}

function isRunning({ startsAt, endsAt }: { startsAt: Date; endsAt: Date | null }, now: Date): boolean {
  return startsAt <= now && (endsAt === null || endsAt > now)
}

export type AdvertRow = typeof adverts.$inferSelect

export function listWidgetIds(rows: AdvertRow[]): number[] {
  return rows.flatMap((row) => row.couponWidgetId ?? [])
}

/** Returns an advert with its widget. Returns null for a widget without coupons. */
export function toAdvert(row: AdvertRow, widgets: Map<number, CouponWidget>): Advert | null {
  const widget = row.couponWidgetId === null ? undefined : widgets.get(row.couponWidgetId)
  if (row.linkType === 'coupon_module' && !widget) return null
  return {
    id: row.id,
    link_type: row.linkType,
    title: row.alt,
    image_path: safeLinkOrNull(row.imagePath),
    image_width: row.imageWidth,
    image_height: row.imageHeight,
    link_path: row.linkPath !== null && isWebLink(row.linkPath) ? row.linkPath : null,
    link_detail: toDetail(row, widget),
  }
}

function toDetail(row: AdvertRow, widget: CouponWidget | undefined): Advert['link_detail'] {
  if (widget) return widget
  return row.linkType === 'down'
    ? { ios_url: safeLinkOrNull(row.iosUrl), google_url: safeLinkOrNull(row.googleUrl) }
    : null
}

function safeLinkOrNull(link: string | null): string | null {
  return link !== null && isSafeLink(link) ? link : null
}

/** Counts a tap once per person, advert and hour. The response does not reveal whether the tap was counted. */
export async function recordAdvertClick(
  { db, clock, limits }: Shop,
  { customerId, ip }: { customerId: string | null; ip: string },
  advertId: number,
): Promise<void> {
  const [known] = await db.select({ id: adverts.id }).from(adverts).where(eq(adverts.id, advertId))
  if (!known) throw refuse('not_found')
  if (!(await limits.allows('clicksByPerson', `${advertId}:${customerId ?? ip}`))) return
  await db.insert(advertClicks).values({ advertId, customerId, at: clock.now() })
}

/** Returns whether an advert is active. The adverts are cached, so counting a view needs no query. */
export async function isAdvertOn({ db }: Shop, advertId: number): Promise<boolean> {
  return (await readAdverts(db)).some(({ advert }) => advert.id === advertId)
}

export async function saveAdvert(db: Database, advert: typeof adverts.$inferInsert): Promise<void> {
  const { id: _, ...rest } = advert
  for (const field of ['imagePath', 'linkPath', 'iosUrl', 'googleUrl'] as const) {
    const link = advert[field]
    const isGood = field === 'linkPath' ? isWebLink : isSafeLink
    if (link && !isGood(link)) throw refuseFields({ [field]: ['This link leaves the shop'] })
  }
  await db.insert(adverts).values(advert).onConflictDoUpdate({ target: adverts.id, set: rest })
}

export async function saveAdvertText(db: Database, text: typeof advertTexts.$inferInsert): Promise<void> {
  const { id: _, ...rest } = text
  await db.insert(advertTexts).values(text).onConflictDoUpdate({ target: advertTexts.id, set: rest })
}
