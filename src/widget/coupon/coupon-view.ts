import { msg, type Translate } from '#contract/text/translate.ts'
import {
  bundleState,
  buttonId,
  entryState,
  isBundle,
  isWidgetHidden,
  layOutCoupons,
} from '#features/coupons/coupon-widget.rules.ts'
import type { CouponWidget, WidgetCode } from '#features/coupons/coupons.contract.ts'
import { couponType } from '#features/coupons/coupons.rules.ts'
import { findWidgetStyle, type ResolvedWidgetStyle } from '#features/coupons/widget-style.rules.ts'
import { measureWidestWord } from '#ui/content/widest-word.ts'
import type { CreateElement } from './view.ts'

export type CouponModel = {
  widget: CouponWidget
  codes: WidgetCode[]
  /** The coupon that is being claimed or used, or 'all' for the single button of a bundle. */
  busy: number | 'all' | null
  /** The end date in the visitor's time zone. */
  ends: string | null
  t: Translate
  /** Called on a tap on the button of a coupon, or on the button for all coupons. */
  onTap: (linkId: number | 'all') => void
}

/** Renders the coupon widget, for React and for the embeddable script. */
export function viewCoupons<N>(make: CreateElement<N>, model: CouponModel): N {
  const { widget, codes, t } = model
  const { settings } = widget
  const isOneButton = isBundle(settings.coupon)
  const { perRow } = layOutCoupons(codes.length, settings.coupon.row_num, settings.coupon.num_per_row)
  const picture = settings.style.m_backgroud_image
  const frame = {
    className: picture ? 'hc hc-pictured' : 'hc',
    style: { ...toStyle(findWidgetStyle(settings)), '--hc-per-row': String(perRow), ...toPicture(widget) },
    'aria-label': t(settings.title || msg('Coupons')),
  }
  return make(
    'section',
    frame,
    // A background picture contains the title. The text of the title is then for screen readers only.
    picture ? null : viewRipples(make),
    picture ? null : viewHead(make, model),
    isOneButton ? viewStrip(make, model, perRow) : viewTickets(make, model),
    isOneButton ? viewClaimAll(make, model) : null,
  )
}

function viewHead<N>(make: CreateElement<N>, { widget, ends, t }: CouponModel): N | null {
  if (!widget.settings.title && !ends) return null
  return make(
    'div',
    { className: 'hc-head' },
    widget.settings.title && make('h2', { className: 'hc-title' }, t(widget.settings.title)),
    ends && make('p', { className: 'hc-ends' }, t('Ends {date}', { date: ends })),
  )
}

function viewTickets<N>(make: CreateElement<N>, model: CouponModel): N {
  const tickets = model.codes.map((code) => {
    const state = entryState(code)
    return make(
      'li',
      { className: `hc-ticket hc-${state}` },
      make('div', { className: 'hc-words' }, ...viewWords(make, model, code)),
      make('div', { className: 'hc-foot' }, viewButton(make, model, { of: code.link_id, entries: [code] })),
    )
  })
  return make('ul', { className: 'hc-grid' }, ...tickets)
}

/** Renders coupons that are claimed together as joined vouchers. */
function viewStrip<N>(make: CreateElement<N>, model: CouponModel, perRow: number): N {
  const cells = model.codes.map((code, at) =>
    make(
      'li',
      {
        className: `hc-cell hc-${entryState(code)}${at % perRow === 0 ? ' hc-first' : ''}${at % perRow === perRow - 1 || at === model.codes.length - 1 ? ' hc-last' : ''}`,
      },
      ...viewWords(make, model, code),
    ),
  )
  return make('ul', { className: 'hc-strip' }, ...cells)
}

function viewClaimAll<N>(make: CreateElement<N>, model: CouponModel): N {
  return viewButton(make, model, { of: 'all', entries: model.codes })
}

function viewWords<N>(make: CreateElement<N>, { t }: CouponModel, { link_detail }: WidgetCode): N[] {
  const { coupon_type, amount, use_condition_txt } = link_detail
  const discount = coupon_type === couponType.freeShipping ? t('Free ship') : t('{amount} off', { amount: amount })
  return [
    make('p', { className: 'hc-discount', style: widestWordStyle(discount) }, discount),
    make('p', { className: 'hc-condition' }, t(use_condition_txt)),
  ]
}

type ButtonOf = { of: number | 'all'; entries: WidgetCode[] }

function viewButton<N>(make: CreateElement<N>, { codes, busy, t, onTap }: CouponModel, { of, entries }: ButtonOf): N {
  const state = bundleState(entries)
  const id = buttonId(entries)
  const isBusy = busy === of
  // A sold-out coupon among available coupons has a disabled button. If all coupons are sold out, a tap shows a
  // message.
  const isDead = state === 'held' || (state === 'gone' && !isWidgetHidden(codes))
  const subject = of === 'all' ? undefined : entries[0]
  const look = `hc-button hc-button-${state}${isBusy ? ' hc-busy' : ''}${of === 'all' ? ' hc-all' : ''}`
  return make(
    'button',
    {
      type: 'button',
      className: look,
      // 0.1: the button text is bold and has letter spacing.
      style: widestWordStyle(t(id), 0.1),
      'aria-busy': isBusy || undefined,
      'aria-disabled': isDead || undefined,
      onClick: () => !isDead && onTap(of),
    },
    make('span', { 'data-msg': id }, t(id)),
    subject && make('span', { className: 'hc-unseen' }, ` ${subject.link_detail.code}`),
  )
}

const rings = [22, 43, 64, 85, 106, 127, 148, 169]

function viewRipples<N>(make: CreateElement<N>): N {
  const circles = rings.map((r, at) =>
    make('circle', {
      cx: '165',
      cy: '165',
      r: String(r),
      opacity: (1 - at / 10).toFixed(1),
      // The style sheet draws 88 of 100 units.
      pathLength: '100',
      transform: 'rotate(-104 165 165)',
    }),
  )
  const frame = { className: 'hc-ripples', viewBox: '0 0 330 330', fill: 'none', stroke: 'currentColor' }
  return make('svg', { ...frame, 'aria-hidden': 'true' }, ...circles)
}

function toStyle(look: ResolvedWidgetStyle): Record<string, string> {
  return {
    '--hc-bg': look.background,
    '--hc-title': look.title,
    '--hc-card': look.card,
    '--hc-discount': look.discount,
    '--hc-condition': look.condition,
    '--hc-button': look.button,
    '--hc-button-text': look.buttonText,
    '--hc-discount-size': toRem(look.discountSize),
    '--hc-condition-size': toRem(look.conditionSize),
    '--hc-button-size': toRem(look.buttonSize),
    '--hc-discount-weight': String(look.discountWeight),
    '--hc-condition-weight': String(look.conditionWeight),
    '--hc-button-weight': String(look.buttonWeight),
  }
}

/** Returns the variable from which the style sheet computes a font size at which no word is cut. */
function widestWordStyle(text: string, spacing?: number): Record<string, string> {
  return { '--widest': String(measureWidestWord(text, spacing)) }
}

/** Converts pixels to rem, so that the widget follows the reader's text size. */
function toRem(pixels: number): string {
  return `${pixels / 16}rem`
}

function toPicture({ settings }: CouponWidget): Record<string, string> {
  const { m_backgroud_image, m_image_width, m_image_height } = settings.style
  if (!m_backgroud_image) return {}
  const path = m_backgroud_image.replace(/["()]/g, encodeURIComponent)
  const shape = m_image_width && m_image_height ? `${m_image_width} / ${m_image_height}` : 'auto'
  return { '--hc-picture': `url("${path}")`, '--hc-shape': shape }
}
