import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { isSafeLink } from '#contract/links.ts'
import type { CurrencyStyle } from '#contract/money.ts'
import { toWireTime } from '#contract/times.ts'
import { currencyStyle } from '#features/settings/server/settings.service.ts'
import { currencies } from '#features/settings/server/settings.tables.ts'
import { homeLink } from '#links/storefront.links.ts'
import { isAmong, prepareOnce } from '#server/prepare-once.ts'
import type { Shop } from '#server/shop.ts'
import type { CouponWidget, WidgetCode, WidgetSettings } from '../coupons.contract.ts'
import { findClaimProblem } from '../coupons.rules.ts'
import { heldByCustomer, isClaimable, isWidgetLive } from './bind.service.ts'
import { couponClaims, couponLinks, coupons, couponWidgets } from './coupons.tables.ts'
import { toDiscountAmount } from './discount-text.ts'
import { type GuestProof, isClaimOfGuest, noGuestProof } from './guest-proof.ts'

const now = sql.placeholder('now')
const asCustomer = prepareWidgets('widgets_for_customer', () => heldByCustomer(sql.placeholder('customerId')))
const asGuest = prepareWidgets('widgets_for_guest', () =>
  isClaimOfGuest({
    holder: sql.placeholder('holder'),
    proved: sql.placeholder('proved'),
    email: sql.placeholder('email'),
  }),
)
const asNobody = prepareWidgets('widgets_for_nobody', () => undefined)

const shownOfCoupon = {
  id: coupons.id,
  code: coupons.code,
  couponType: coupons.couponType,
  discountAmount: coupons.discountAmount,
  discountPercent: coupons.discountPercent,
  useConditionTxt: coupons.useConditionTxt,
  jumpUrl: coupons.jumpUrl,
  startsAt: coupons.startsAt,
}

function prepareWidgets(name: string, isHeld: () => SQL | undefined) {
  return prepareOnce((db) => {
    const isMine = isHeld()
    const { status, orderId, expiresAt } = couponClaims
    const claim = db
      .select({
        held: sql`json_build_object('status', ${status}, 'isReserved', ${orderId} is not null, 'expiresAt', ${expiresAt})`,
      })
      .from(couponClaims)
      .where(and(eq(couponClaims.couponId, coupons.id), isMine))
      // If several claims exist, one that can be used is shown.
      .orderBy(asc(status), sql`${orderId} is not null`)
      .limit(1)
    return db
      .select({
        widget: couponWidgets,
        linkId: couponLinks.id,
        coupon: shownOfCoupon,
        style: currencyStyle,
        isAvailable: sql<boolean>`coalesce(${isClaimable(now)}, false)`,
        claim: isMine ? sql<HeldClaim | null>`${claim}` : sql<null>`null`,
      })
      .from(couponWidgets)
      .innerJoin(couponLinks, eq(couponLinks.widgetId, couponWidgets.id))
      .innerJoin(coupons, eq(coupons.id, couponLinks.couponId))
      .innerJoin(currencies, eq(currencies.code, coupons.currency))
      .where(and(isAmong(couponWidgets.id, 'widgetIds'), isWidgetLive(now)))
      .orderBy(asc(couponLinks.sort), asc(couponLinks.id))
      .prepare(name)
  })
}

/** Who looks at a widget: a shopper, or a guest with what the browser can show and the address it names. */
export type WidgetViewer = { customerId: string | null; email?: string | null; guestProof?: GuestProof }

/** Live widgets by id, with what this visitor has and can still get: one query for any number of them. */
export async function findWidgets(
  { db, clock }: Shop,
  { customerId, email = null, guestProof = noGuestProof }: WidgetViewer,
  widgetIds: number[],
): Promise<Map<number, CouponWidget>> {
  if (widgetIds.length === 0) return new Map()
  const query = customerId ? asCustomer : guestProof === noGuestProof ? asNobody : asGuest
  const at = clock.now()
  const rows = await query(db).execute({ now: at, widgetIds, customerId, email, ...guestProof })
  const found = new Map<number, CouponWidget>()
  for (const row of rows) {
    const widget = found.get(row.widget.id) ?? toWidget(row.widget)
    found.set(row.widget.id, widget)
    widget.settings.coupon.codes.push(toCode(row, at))
  }
  return found
}

/** A claim as JSON has it. */
type HeldClaim = { status: number; isReserved: boolean; expiresAt: string | null }

type WidgetRow = typeof couponWidgets.$inferSelect
type CodeRow = {
  linkId: number
  coupon: Pick<typeof coupons.$inferSelect, keyof typeof shownOfCoupon>
  style: CurrencyStyle
  isAvailable: boolean
  claim: HeldClaim | null
}

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

function toCode({ linkId, coupon, style, isAvailable, claim }: CodeRow, now: Date): WidgetCode {
  const amount = toDiscountAmount(coupon, style)
  const expiresAt = claim?.expiresAt ? new Date(claim.expiresAt) : null
  return {
    link_id: linkId,
    is_available: isAvailable,
    is_received: claim !== null,
    block_reason: claim && findClaimProblem({ ...claim, expiresAt, startsAt: coupon.startsAt }, now),
    link_detail: {
      id: coupon.id,
      code: coupon.code,
      discount: amount ? `${amount} off` : 'Free ship',
      coupon_type: coupon.couponType,
      amount,
      use_condition_txt: coupon.useConditionTxt,
      jump_url: isSafeLink(coupon.jumpUrl) ? coupon.jumpUrl : homeLink,
    },
  }
}

const text = z.catch(z.nullable(z.string().check(z.maxLength(200))), null)
const size = z.catch(z.nullable(z.int().check(z.gte(1), z.lte(4000))), null)
const TextStyle = z.object({ font_size: size, color: text, bold: z.catch(z.boolean(), false) })
const silent = { font_size: null, color: null, bold: false }

const StoredStyle = z.object({
  // Buttons are bold by default.
  button_text: z.catch(z.extend(TextStyle, { backgroud_color: text }), {
    ...silent,
    bold: true,
    backgroud_color: null,
  }),
  discount_text: z.catch(TextStyle, silent),
  condition_text: z.catch(TextStyle, silent),
  backgroud_color: text,
  m_backgroud_image: text,
  m_image_width: size,
  m_image_height: size,
})

/** The style as it was saved; what cannot be understood counts as not said, so that no typing error takes a page down. */
function readStyle(stored: Record<string, unknown>): WidgetSettings['style'] {
  const style = z.parse(StoredStyle, stored)
  const image = style.m_backgroud_image
  return { ...style, m_backgroud_image: image && isSafeLink(image) ? image : null }
}
