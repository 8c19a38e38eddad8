import { formatMoney } from '#console/ui/format/money.rules.ts'
import { toWireTime } from '#contract/times/times.ts'
import { couponKinds } from '#features/coupons/coupon-terms.staff.rules.ts'
import { layOutCoupons } from '#features/coupons/coupon-widget.rules.ts'
import type { CouponWidget, WidgetCode } from '#features/coupons/coupons.contract.ts'
import type { StaffCoupon } from '#features/coupons/coupons.staff.contract.ts'
import { groupIds, registerIds, toShopStyle } from '#features/coupons/widget.staff.rules.ts'
import { contrastOf, defaultColors, findWidgetStyle, parseColor } from '#features/coupons/widget-style.rules.ts'
import type { StaffWidget, WidgetStyle } from '#features/coupons/widgets.staff.contract.ts'

/** The unsaved or saved state of the widget in the editor. */
export type WidgetDraft = Omit<StaffWidget, 'id' | 'status' | 'possible'>

/** Formats a discount as shown to shoppers, such as '$15' or '20%'. Returns an empty string for free shipping. */
export function formatDiscount({ kind, amount, percent }: Pick<StaffCoupon, 'kind' | 'amount' | 'percent'>): string {
  if (kind === 'free_shipping') return ''
  if (kind === 'percent') return `${percent ?? 0}%`
  return amount ? formatMoney(amount).replaceAll(',', '').replace(/\.0+$/, '') : ''
}

/** Converts the draft to the format that the shop's pages receive. */
export function toShopWidget(
  draft: WidgetDraft,
  known: readonly StaffCoupon[],
  claimed: readonly string[],
): CouponWidget {
  const offered = draft.coupons.flatMap((code) => known.find((one) => one.code === code) ?? [])
  // Paused coupons are not offered. Shoppers who claimed a paused coupon still see it here.
  const coupons = offered.filter(({ code, status }) => status !== 'paused' || claimed.includes(code))
  return {
    id: 0,
    date_start: toWireTime(new Date(draft.starts_at)),
    date_end: draft.ends_at && toWireTime(new Date(draft.ends_at)),
    settings: {
      title: draft.title || null,
      backgroud_color: draft.background_color,
      user_group: { id: groupIds[draft.group], path: draft.group_link },
      register_type: registerIds[draft.register],
      has_popup: draft.has_popup,
      style: toShopStyle(draft.style),
      coupon: {
        bundle_receive: draft.is_bundle ? 1 : 0,
        num_per_row: draft.per_row,
        row_num: draft.rows,
        codes: coupons.map((coupon) => toCode(coupon, claimed.includes(coupon.code))),
      },
    },
  }
}

function toCode(coupon: StaffCoupon, isReceived: boolean): WidgetCode {
  const amount = formatDiscount(coupon)
  return {
    link_id: coupon.id,
    is_available: coupon.status === 'running' || coupon.status === 'scheduled',
    is_received: isReceived,
    block_reason: isReceived && coupon.status === 'scheduled' ? 'coupon_not_started' : null,
    link_detail: {
      id: coupon.id,
      code: coupon.code,
      discount: amount ? `${amount} off` : 'Free ship',
      coupon_type: couponKinds[coupon.kind],
      amount,
      use_condition_txt: coupon.condition_text,
      jump_url: coupon.link,
    },
  }
}

export type Layout = { rows: number; perRow: number }

const max = { rows: 10, perRow: 6 }

/**
 * Returns the possible layouts for a number of coupons. All layouts have full rows, except the shop's automatic layout.
 */
export function listLayouts(count: number): Layout[] {
  const full = Array.from({ length: max.perRow }, (_, at) => at + 1)
    .filter((perRow) => count % perRow === 0 && count / perRow <= max.rows)
    .map((perRow) => ({ rows: count / perRow, perRow }))
  const own = layOutCoupons(count, 0, 0)
  const isNew = own.perRow <= max.perRow && !full.some(({ perRow }) => perRow === own.perRow)
  return [...full, ...(isNew ? [own] : [])].toSorted((one, other) => one.rows - other.rows)
}

export type ColorPart = keyof typeof defaultColors
type WidgetColorValues = Pick<WidgetDraft, 'background_color' | 'style'>

export function readColor({ background_color, style }: WidgetColorValues, part: ColorPart): string | null {
  if (part === 'background') return background_color
  if (part === 'card') return style.card_background
  if (part === 'button') return style.button.background
  return part === 'buttonText' ? style.button.color : style[part].color
}

/** Returns the style with one color changed. The background color is not part of the style. */
export function setColor(
  style: WidgetStyle,
  part: Exclude<ColorPart, 'background'>,
  color: string | null,
): WidgetStyle {
  if (part === 'card') return { ...style, card_background: color }
  if (part === 'button') return { ...style, button: { ...style.button, background: color } }
  if (part === 'buttonText') return { ...style, button: { ...style.button, color } }
  return { ...style, [part]: { ...style[part], color } }
}

/**
 * The shown color and its contrast with the background. `replacement` names the color that the shop uses instead of an
 * unreadable color.
 */
export type ColorCheck = { shown: string; contrast: number | null; replacement: 'ink' | 'white' | 'black' | null }

export function checkColors(colorValues: WidgetColorValues): Record<ColorPart, ColorCheck> {
  const widgetStyle = findWidgetStyle({
    backgroud_color: colorValues.background_color,
    style: toShopStyle(colorValues.style),
  })
  const on = (part: 'discount' | 'condition' | 'buttonText', backdrop: string): ColorCheck => {
    const typed = readColor(colorValues, part)?.trim()
    const color = typed && parseColor(typed) ? typed : defaultColors[part]
    return {
      shown: color,
      contrast: contrastBetween(color, backdrop),
      replacement: color === widgetStyle[part] ? null : toColorName(widgetStyle[part]),
    }
  }
  return {
    // The title on the background is white or ink, depending on the better contrast.
    background: {
      shown: widgetStyle.background,
      contrast: contrastBetween(widgetStyle.title, widgetStyle.background),
      replacement: null,
    },
    card: { shown: widgetStyle.card, contrast: null, replacement: null },
    discount: on('discount', widgetStyle.card),
    condition: on('condition', widgetStyle.card),
    button: { shown: widgetStyle.button, contrast: null, replacement: null },
    buttonText: on('buttonText', widgetStyle.button),
  }
}

function contrastBetween(one: string, other: string): number | null {
  const [front, back] = [parseColor(one), parseColor(other)]
  return front && back ? contrastOf(front, back) : null
}

function toColorName(color: string): 'ink' | 'white' | 'black' {
  if (color === '#FFFFFF') return 'white'
  return color === '#000000' ? 'black' : 'ink'
}

/** Converts a moment to the value of a local date and time input, such as `2026-10-10T09:00`. */
export function toLocalInput(at: string): string {
  const moment = new Date(at)
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Converts the value of a local input to a moment. Returns null for an invalid value. */
export function fromLocalInput(text: string): string | null {
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString().replace('.000Z', 'Z')
}
