import { and, asc, desc, eq, ilike, inArray, lt, notInArray } from 'drizzle-orm'
import { type StaffPage, type StaffParsed, toStaffTime } from '#contract/calls/staff-call.ts'
import { isSafeLink } from '#contract/text/links.ts'
import { keysOf } from '#contract/values.ts'
import type { Database } from '#server/database/database.ts'
import { readCursor, toPage, toPattern } from '#server/http/cursors.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { findWidgetState } from '../coupon-terms.staff.rules.ts'
import { groupIds, registerIds, toShopStyle } from '../widget.staff.rules.ts'
import type { createWidget, editWidget, listStaffWidgets, StaffWidget, WidgetStyle } from '../widgets.staff.contract.ts'
import { findCoupon } from './coupons.staff.service.ts'
import { couponLinks, coupons, couponWidgets } from './coupons.tables.ts'
import { readStyle } from './widgets.service.ts'

type WidgetRow = typeof couponWidgets.$inferSelect
const nameOf = <Name extends string>(names: Record<Name, number>, value: number, otherwise: Name): Name =>
  keysOf(names).find((name) => names[name] === value) ?? otherwise

export async function readWidgets(
  { db, clock }: Shop,
  { limit, after, q, coupon }: StaffParsed<typeof listStaffWidgets>,
): Promise<StaffPage<StaffWidget>> {
  const cursor = readCursor(after, 'int')
  const offers = coupon
    ? inArray(
        couponWidgets.id,
        db
          .select({ id: couponLinks.widgetId })
          .from(couponLinks)
          .where(and(eq(couponLinks.couponId, (await findCoupon(db, coupon)).id), eq(couponLinks.isOffered, true))),
      )
    : undefined
  const condition = and(offers, q ? ilike(couponWidgets.name, toPattern(q)) : undefined)
  const rows = await db
    .select()
    .from(couponWidgets)
    .where(and(condition, cursor ? lt(couponWidgets.id, cursor[0]) : undefined))
    .orderBy(desc(couponWidgets.id))
    .limit(limit + 1)
  const offered = await readOffered(
    db,
    rows.map(({ id }) => id),
  )
  return toPage(rows, {
    limit,
    total: await db.$count(couponWidgets, condition),
    cursorOf: ({ id }) => [id],
    show: (row) => toStaffWidget(row, offered.get(row.id) ?? [], clock.now()),
  })
}

async function readOffered(db: Database, widgetIds: number[]): Promise<Map<number, string[]>> {
  if (widgetIds.length === 0) return new Map()
  const rows = await db
    .select({ widgetId: couponLinks.widgetId, code: coupons.code })
    .from(couponLinks)
    .innerJoin(coupons, eq(coupons.id, couponLinks.couponId))
    .where(and(inArray(couponLinks.widgetId, widgetIds), eq(couponLinks.isOffered, true)))
    .orderBy(asc(couponLinks.sort), asc(couponLinks.id))
  const byWidget = Map.groupBy(rows, ({ widgetId }) => widgetId)
  return new Map([...byWidget].map(([id, list]) => [id, list.map(({ code }) => code)]))
}

async function findWidget(db: Database, id: number): Promise<WidgetRow> {
  const [widget] = await db.select().from(couponWidgets).where(eq(couponWidgets.id, id))
  if (!widget) throw refuse('not_found', { message: `There is no widget ${id}.` })
  return widget
}

export async function readWidget({ db, clock }: Shop, id: number): Promise<StaffWidget> {
  const widget = await findWidget(db, id)
  return toStaffWidget(widget, (await readOffered(db, [id])).get(id) ?? [], clock.now())
}

function toStaffWidget(widget: WidgetRow, codes: string[], now: Date): StaffWidget {
  const status = findWidgetState(widget, now)
  return {
    id: widget.id,
    title: widget.name,
    group: nameOf(groupIds, widget.userGroup, 'everybody'),
    group_link: widget.userGroupPath,
    register: nameOf(registerIds, widget.registerType, 'sign_in'),
    is_bundle: widget.bundleReceive === 1,
    per_row: widget.numPerRow,
    rows: widget.rowNum,
    has_popup: widget.hasPopup,
    background_color: widget.backgroundColor || null,
    style: toWidgetStyle(widget.style),
    coupons: codes,
    starts_at: toStaffTime(widget.startsAt),
    ends_at: widget.endsAt && toStaffTime(widget.endsAt),
    status,
    possible: status === 'ended' ? [] : [widget.isPublished ? 'pause' : 'publish'],
  }
}

/**
 * Converts a stored style to the field names of the staff API. The misspelled names are part of the shop's wire format.
 */
function toWidgetStyle(stored: Record<string, unknown>): WidgetStyle {
  const style = readStyle(stored)
  const toTextStyle = ({ font_size: size, color, bold }: typeof style.discount_text) => ({ size, color, bold })
  const { m_backgroud_image: path, m_image_width: width, m_image_height: height } = style
  return {
    button: { ...toTextStyle(style.button_text), background: style.button_text.backgroud_color },
    discount: toTextStyle(style.discount_text),
    condition: toTextStyle(style.condition_text),
    card_background: style.backgroud_color,
    image: path && width && height ? { path, width, height } : null,
  }
}

export async function addWidget(shop: Shop, input: StaffParsed<typeof createWidget>): Promise<StaffWidget> {
  const { db, clock } = shop
  const startsAt = input.starts_at ? new Date(input.starts_at) : clock.now()
  const columns = toColumns(input)
  refuseReversedDates({ startsAt, endsAt: columns.endsAt ?? null })
  const [added] = await db
    .insert(couponWidgets)
    .values({ ...columns, name: input.title, registerType: registerIds[input.register], startsAt, isPublished: false })
    .returning({ id: couponWidgets.id })
  if (!added) throw new Error('The widget was not written')
  await saveOffered(db, added.id, input.coupons)
  return readWidget(shop, added.id)
}

export async function changeWidget(
  shop: Shop,
  { id: ref, ...fields }: StaffParsed<typeof editWidget>,
): Promise<StaffWidget> {
  const { db } = shop
  const id = Number(ref)
  const was = await findWidget(db, id)
  const columns = toColumns(fields)
  refuseReversedDates({ ...was, ...columns })
  if (fields.coupons?.length === 0 && was.isPublished) {
    throw refuseFields({ coupons: ['A published widget needs at least one coupon. Pause the widget first.'] })
  }
  if (Object.keys(columns).length > 0) await db.update(couponWidgets).set(columns).where(eq(couponWidgets.id, id))
  if (fields.coupons) await saveOffered(db, id, fields.coupons)
  return readWidget(shop, id)
}

function toColumns(fields: Partial<StaffParsed<typeof createWidget>>): Partial<WidgetRow> {
  const { group, group_link, register, style, starts_at, ends_at } = fields
  if (group_link && !isSafeLink(group_link))
    throw refuseFields({ group_link: ['The link must be a path of this shop or an app store link.'] })
  if (style?.image && !isSafeLink(style.image.path))
    throw refuseFields({ 'style.image.path': ['The link must be a path of this shop or an app store link.'] })
  return {
    ...(fields.title !== undefined && { name: fields.title }),
    ...(group && { userGroup: groupIds[group] }),
    ...(group_link !== undefined && { userGroupPath: group_link }),
    ...(register && { registerType: registerIds[register] }),
    ...(fields.is_bundle !== undefined && { bundleReceive: fields.is_bundle ? 1 : 0 }),
    ...(fields.per_row !== undefined && { numPerRow: fields.per_row }),
    ...(fields.rows !== undefined && { rowNum: fields.rows }),
    ...(fields.has_popup !== undefined && { hasPopup: fields.has_popup }),
    ...(fields.background_color !== undefined && { backgroundColor: fields.background_color ?? '' }),
    ...(style && { style: toShopStyle(style) }),
    ...(starts_at !== undefined && { startsAt: new Date(starts_at) }),
    ...(ends_at !== undefined && { endsAt: ends_at === null ? null : new Date(ends_at) }),
  }
}

function refuseReversedDates({ startsAt, endsAt }: { startsAt: Date; endsAt: Date | null }): void {
  if (endsAt && endsAt <= startsAt) throw refuseFields({ ends_at: ['The end must be after the start.'] })
}

/**
 * Saves the coupons that a widget offers. If a coupon is removed, a link with claims stays and is used again when the
 * coupon is offered again.
 */
async function saveOffered(db: Database, widgetId: number, codes: string[]): Promise<void> {
  const uniqueCodes = [...new Set(codes.map((code) => code.toUpperCase()))]
  const known =
    uniqueCodes.length > 0
      ? await db.select({ id: coupons.id, code: coupons.code }).from(coupons).where(inArray(coupons.code, uniqueCodes))
      : []
  const ids = uniqueCodes.map((code, at) => {
    const coupon = known.find((one) => one.code === code)
    if (!coupon) throw refuseFields({ [`coupons.${at}`]: [`There is no coupon ${code}.`] })
    return coupon.id
  })
  await db
    .update(couponLinks)
    .set({ isOffered: false })
    .where(and(eq(couponLinks.widgetId, widgetId), ids.length > 0 ? notInArray(couponLinks.couponId, ids) : undefined))
  for (const [sort, couponId] of ids.entries()) {
    await db
      .insert(couponLinks)
      .values({ widgetId, couponId, sort })
      .onConflictDoUpdate({ target: [couponLinks.widgetId, couponLinks.couponId], set: { sort, isOffered: true } })
  }
}

export async function setPublished(shop: Shop, id: number, isPublished: boolean): Promise<StaffWidget> {
  const { coupons: codes } = await readWidget(shop, id)
  if (isPublished && codes.length === 0) {
    throw refuse('invalid_input', { message: 'A widget without coupons shows nothing. Add a coupon first.' })
  }
  await shop.db.update(couponWidgets).set({ isPublished }).where(eq(couponWidgets.id, id))
  return readWidget(shop, id)
}
