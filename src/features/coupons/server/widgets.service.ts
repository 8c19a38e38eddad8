import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { CurrencyStyle } from '#contract/money/money.ts'
import { isSafeLink } from '#contract/text/links.ts'
import { toWireTime } from '#contract/times/times.ts'
import { currencyStyle } from '#features/settings/server/settings.service.ts'
import { currencies } from '#features/settings/server/settings.tables.ts'
import { homeLink } from '#links/catalogue.links.ts'
import { cacheValue } from '#server/cache/cached-values.ts'
import { isAmong, prepareOnce } from '#server/database/prepare-once.ts'
import type { Shop } from '#server/shop.ts'
import type { CouponWidget, WidgetCode, WidgetSettings } from '../coupons.contract.ts'
import { findClaimProblem } from '../coupons.rules.ts'
import { heldByCustomer } from './bind.service.ts'
import { type CouponText, findReaderLanguage, type Reader, translateCoupon } from './coupon-texts.service.ts'
import { couponClaims, couponLinks, coupons, couponTexts, couponWidgets } from './coupons.tables.ts'
import { toDiscountAmount } from './discount-text.ts'
import { type GuestProof, isClaimOfGuest, noGuestProof } from './guest-proof.ts'

const couponColumns = {
  id: coupons.id,
  code: coupons.code,
  couponType: coupons.couponType,
  discountAmount: coupons.discountAmount,
  discountPercent: coupons.discountPercent,
  useConditionTxt: coupons.useConditionTxt,
  jumpUrl: coupons.jumpUrl,
  startsAt: coupons.startsAt,
  endsAt: coupons.endsAt,
  isActive: coupons.isActive,
  isPaused: coupons.isPaused,
  /** True if the last coupon is claimed. Always false for unlimited stock. */
  isTaken: sql<boolean>`coalesce(${coupons.stockClaimed} >= ${coupons.stockTotal}, false)`,
}

type Coupon = typeof coupons.$inferSelect & { isTaken: boolean }
type Code = {
  linkId: number
  coupon: Pick<Coupon, keyof typeof couponColumns>
  style: CurrencyStyle
  /** The texts by language code. */
  texts: Record<string, CouponText>
}
type Offer = { startsAt: Date; endsAt: Date | null; widget: CouponWidget; codes: Code[] }

/**
 * Cached published widgets with their coupons, by id. The cache contains whether a coupon is out of stock, but not
 * claims, because claims change all the time.
 */
const readOffers = cacheValue(
  [couponWidgets, couponLinks, coupons, couponTexts, currencies],
  async (db): Promise<Map<number, Offer>> => {
    const rows = await db
      .select({ widget: couponWidgets, linkId: couponLinks.id, coupon: couponColumns, style: currencyStyle })
      .from(couponWidgets)
      .innerJoin(couponLinks, and(eq(couponLinks.widgetId, couponWidgets.id), eq(couponLinks.isOffered, true)))
      .innerJoin(coupons, eq(coupons.id, couponLinks.couponId))
      .innerJoin(currencies, eq(currencies.code, coupons.currency))
      .where(eq(couponWidgets.isPublished, true))
      .orderBy(asc(couponLinks.sort), asc(couponLinks.id))
    const offered = db.select({ id: couponLinks.couponId }).from(couponLinks).where(eq(couponLinks.isOffered, true))
    const texts = await db.select().from(couponTexts).where(inArray(couponTexts.couponId, offered))
    const textsOf = Map.groupBy(texts, ({ couponId }) => couponId)
    const offers = new Map<number, Offer>()
    for (const { widget, ...code } of rows) {
      const { startsAt, endsAt } = widget
      const offer = offers.get(widget.id) ?? { startsAt, endsAt, widget: toWidget(widget), codes: [] }
      offers.set(widget.id, offer)
      const translated = (textsOf.get(code.coupon.id) ?? []).map((text) => [text.language, text])
      offer.codes.push({ ...code, texts: Object.fromEntries(translated) })
    }
    return offers
  },
)

/** Returns the running widgets among the given ids, in no particular order, and the coupon ids for `selectHeld`. */
export async function readLiveWidgets({ db, clock }: Pick<Shop, 'db' | 'clock'>, widgetIds: number[]) {
  const now = clock.now()
  const offers = widgetIds.length > 0 ? await readOffers(db) : new Map<number, Offer>()
  const live = widgetIds.flatMap((id) => {
    const offer = offers.get(id)
    return offer && offer.startsAt <= now && (offer.endsAt === null || offer.endsAt > now) ? offer : []
  })
  return { live, couponIds: live.flatMap(({ codes }) => codes.map(({ coupon }) => coupon.id)) }
}

/** Returns the language of coupon texts and amounts. */
export async function chooseWords({ db }: Pick<Shop, 'db'>, reader: Reader | undefined): Promise<string> {
  return (reader && (await findReaderLanguage(db, reader))) ?? 'en'
}

/**
 * Returns a subquery for the claims of a customer or guest on the `couponIds`, unsorted. The subquery returns null if
 * there are no claims.
 */
export function selectHeld(isOwnedClaim: SQL | undefined) {
  const { couponId, status, orderId, expiresAt } = couponClaims
  return sql<Held[] | null>`(
    select json_agg(json_build_array(${couponId}, ${status}, ${orderId} is not null, epoch_ms(${expiresAt})))
    from ${couponClaims} where ${and(isAmong(couponId, 'couponIds'), isOwnedClaim)})`
}

const asCustomer = prepareHeld('widgets_for_customer', heldByCustomer(sql.placeholder('customerId')))
const asGuest = prepareHeld(
  'widgets_for_guest',
  isClaimOfGuest({
    holder: sql.placeholder('holder'),
    proved: sql.placeholder('proved'),
    email: sql.placeholder('email'),
  }),
)

function prepareHeld(name: string, isOwnedClaim: SQL | undefined) {
  return prepareOnce((db) =>
    db
      .select({ held: selectHeld(isOwnedClaim) })
      .from(sql`(select) nothing`)
      .prepare(name),
  )
}

/** The viewer of a widget: a customer, or a guest with the browser's proof and the typed email address. */
export type WidgetViewer = {
  customerId: string | null
  email?: string | null
  guestProof?: GuestProof
  reader?: Reader
}

/**
 * Returns running widgets by id, with the visitor's claims and the remaining offers. A single query reads the claims
 * for any number of widgets. The query is skipped for a visitor who cannot have claims.
 */
export async function findWidgets(
  shop: Pick<Shop, 'db' | 'clock'>,
  { customerId, email = null, guestProof = noGuestProof, reader }: WidgetViewer,
  widgetIds: number[],
): Promise<Map<number, CouponWidget>> {
  const { live, couponIds } = await readLiveWidgets(shop, widgetIds)
  if (live.length === 0) return new Map()
  const query = customerId ? asCustomer : guestProof === noGuestProof ? null : asGuest
  const [found] = (await query?.(shop.db).execute({ couponIds, customerId, email, ...guestProof })) ?? []
  const language = await chooseWords(shop, reader)
  return fillWidgets(live, { held: found?.held ?? null, language, now: shop.clock.now() })
}

type WidgetClaims = { held: Held[] | null; language: string; now: Date }
type Held = [couponId: number, status: number, isReserved: boolean, expiresMs: number | null]

/**
 * Returns running widgets by id, with the state of each coupon for the viewer. Widgets that contain only paused coupons
 * are left out.
 */
export function fillWidgets(live: Offer[], { held, language, now }: WidgetClaims): Map<number, CouponWidget> {
  // If the viewer has several claims of a coupon, the usable claim takes precedence.
  const claims = (held ?? []).toSorted((one, other) => one[1] - other[1] || Number(one[2]) - Number(other[2]))
  const filled = new Map<number, CouponWidget>()
  for (const { widget, codes } of live) {
    const { settings } = widget
    const shown = codes.flatMap((code) => {
      const { id, isPaused } = code.coupon
      const claim = claims.find(([couponId]) => couponId === id)
      // Paused coupons are not offered. Viewers who claimed a paused coupon still see it here.
      return isPaused && !claim ? [] : toCode(code, { claim, language, now })
    })
    if (shown.length === 0) continue
    filled.set(widget.id, { ...widget, settings: { ...settings, coupon: { ...settings.coupon, codes: shown } } })
  }
  return filled
}

type WidgetRow = typeof couponWidgets.$inferSelect

function toWidget(widget: WidgetRow): CouponWidget {
  return {
    id: widget.id,
    date_start: toWireTime(widget.startsAt),
    date_end: widget.endsAt ? toWireTime(widget.endsAt) : null,
    settings: {
      title: widget.name || null,
      backgroud_color: widget.backgroundColor || null,
      user_group: { id: widget.userGroup, path: widget.userGroupPath },
      register_type: widget.registerType,
      has_popup: widget.hasPopup,
      style: readStyle(widget.style),
      coupon: {
        bundle_receive: widget.bundleReceive,
        num_per_row: widget.numPerRow,
        row_num: widget.rowNum,
        codes: [],
      },
    },
  }
}

type ClaimContext = { claim: Held | undefined; language: string; now: Date }

function toCode({ linkId, coupon, style, texts }: Code, { claim, language, now }: ClaimContext): WidgetCode {
  const { isActive, endsAt, isTaken, startsAt } = coupon
  const amount = toDiscountAmount(coupon, { ...style, language })
  return {
    link_id: linkId,
    is_available: isActive && (endsAt === null || endsAt > now) && !isTaken,
    is_received: claim !== undefined,
    block_reason: claim ? findClaimProblem({ ...readClaim(claim), startsAt }, now) : null,
    link_detail: {
      id: coupon.id,
      code: coupon.code,
      discount: amount ? `${amount} off` : 'Free ship',
      coupon_type: coupon.couponType,
      amount,
      use_condition_txt: translateCoupon(coupon, texts[language]).useConditionTxt,
      jump_url: isSafeLink(coupon.jumpUrl) ? coupon.jumpUrl : homeLink,
    },
  }
}

function readClaim([, status, isReserved, expiresMs]: Held) {
  return { status, isReserved, expiresAt: expiresMs === null ? null : new Date(expiresMs) }
}

const text = z.catch(z.nullable(z.string().check(z.maxLength(200))), null)
const size = z.catch(z.nullable(z.int().check(z.gte(1), z.lte(4000))), null)
const TextStyle = z.object({ font_size: size, color: text, bold: z.catch(z.boolean(), false) })
const unstyled = { font_size: null, color: null, bold: false }

const StoredStyle = z.object({
  // Buttons are bold by default.
  button_text: z.catch(z.extend(TextStyle, { backgroud_color: text }), {
    ...unstyled,
    bold: true,
    backgroud_color: null,
  }),
  discount_text: z.catch(TextStyle, unstyled),
  condition_text: z.catch(TextStyle, unstyled),
  backgroud_color: text,
  m_backgroud_image: text,
  m_image_width: size,
  m_image_height: size,
})

/** Parses a stored style. Invalid values are treated as missing, so that a typing error never breaks a page. */
export function readStyle(stored: Record<string, unknown>): WidgetSettings['style'] {
  const style = z.parse(StoredStyle, stored)
  const image = style.m_backgroud_image
  return { ...style, m_backgroud_image: image && isSafeLink(image) ? image : null }
}
