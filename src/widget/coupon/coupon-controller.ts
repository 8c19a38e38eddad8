import type { Advert } from '#features/adverts/adverts.contract.ts'
import { allClaimedMessage } from '#features/coupons/coupon-widget.rules.ts'
import type { CouponWidget } from '#features/coupons/coupons.contract.ts'
import { createStore, type Store } from '#ui/state/store.ts'
import { sendEvent } from '#web/data/events.ts'
import type { Host } from '../host.ts'
import { continueTap, groupTapped, type WidgetParts, type WidgetState } from './coupon-steps.ts'
import { type States, statesOf } from './states.ts'

export type CouponController = {
  /** The state. While a listener follows the state, it includes claims of other widgets and tabs. */
  state: Store<WidgetState>
  tap: (linkId: number | 'all') => Promise<void>
  /** Applies the advert after the page has reloaded it. */
  apply: (advert: Advert | null) => void
}

/** Creates the behavior of a coupon widget, independent of its rendering. */
export function createCouponController(
  advert: Advert,
  widget: CouponWidget,
  host: Host,
  states: States = statesOf(host.call),
): CouponController {
  const state = createStore<WidgetState>({ codes: widget.settings.coupon.codes, busy: null })
  let followers = 0
  const parts: WidgetParts = { advert, settings: widget.settings, host, states, state, isFollowed: () => followers > 0 }

  function setState(change: Partial<WidgetState>) {
    state.write({ ...state.read(), ...change })
  }

  function apply(fresh: Advert | null) {
    const detail = fresh?.link_detail
    if (detail && 'settings' in detail) setState({ codes: detail.settings.coupon.codes })
    // The widget has expired. Nothing more can be claimed, and claimed coupons stay.
    else setState({ codes: state.read().codes.map((code) => ({ ...code, is_available: false })) })
  }

  async function tap(linkId: number | 'all') {
    if (state.read().busy !== null) return
    const { tapped, claimable, usable, isGone } = groupTapped(state.read().codes, linkId)
    sendEvent('coupon_click', { ad_id: advert.id, link_ids: tapped.map((code) => code.link_id) })
    if (claimable.length === 0 && !usable)
      return isGone ? host.showToast(host.t(allClaimedMessage), 'alert') : undefined
    setState({ busy: linkId })
    try {
      await continueTap(parts, linkId)
    } finally {
      setState({ busy: null })
    }
  }

  return {
    state: {
      ...state,
      follow: (listener) => {
        followers += 1
        const stops = [state.follow(listener), ...(followers === 1 ? [states.watch(advert.id, apply)] : [])]
        return () => {
          followers -= 1
          for (const stop of stops) stop()
        }
      },
    },
    tap,
    apply,
  }
}
