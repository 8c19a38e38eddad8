import { CallRefused } from '#contract/call.ts'
import type { Advert, CouponWidget, WidgetCode } from '#features/adverts/adverts.contract.ts'
import {
  eligibilityMessages,
  entryState,
  findEligibilityProblem,
  findUseTarget,
  nextClaimStep,
  snappedUp,
  useDelayMs,
  validForAll,
} from '#features/coupons/coupon-widget.rules.ts'
import { bindCoupons, checkNewUser } from '#features/coupons/coupons.contract.ts'
import { sendEvent } from '#web/events.ts'
import type { Host } from './host.ts'
import { type States, statesOf } from './states.ts'

export type WidgetState = {
  codes: WidgetCode[]
  /** The coupon being claimed or used; while there is one, further taps do nothing. */
  busy: number | 'all' | null
}

export type CouponController = {
  getState: () => WidgetState
  /** Tells of every change until stopped. */
  listen: (listener: () => void) => () => void
  tap: (linkId: number | 'all') => Promise<void>
}

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/** What a coupon widget does, whatever draws it. */
export function createCouponController(
  advert: Advert,
  widget: CouponWidget,
  host: Host,
  states: States = statesOf(host.call),
): CouponController {
  let state: WidgetState = { codes: widget.settings.coupon.codes, busy: null }
  const listeners = new Set<() => void>()
  const { settings } = widget

  function setState(change: Partial<WidgetState>) {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  function applyAdvert(fresh: Advert | null) {
    const detail = fresh?.link_detail
    if (detail && 'settings' in detail) setState({ codes: detail.settings.coupon.codes })
    // The widget's time is over: nothing more can be claimed, what is held stays.
    else setState({ codes: state.codes.map((code) => ({ ...code, is_available: false })) })
  }

  const find = (linkId: number) => state.codes.find((code) => code.link_id === linkId)

  async function tap(linkId: number | 'all') {
    if (state.busy !== null) return
    const tapped = linkId === 'all' ? state.codes : state.codes.filter((code) => code.link_id === linkId)
    sendEvent('coupon_click', { ad_id: advert.id, link_ids: tapped.map((code) => code.link_id) })
    const wanted = tapped.filter((code) => entryState(code) === 'available')
    const held = tapped.find((code) => entryState(code) === 'received')
    if (wanted.length === 0 && !held) return host.showToast(host.t(snappedUp), 'alert')
    setState({ busy: linkId })
    try {
      if (wanted.length > 0) await claim(wanted.map((code) => code.link_id))
      else if (held) await use(held, useDelayMs)
    } finally {
      setState({ busy: null })
    }
  }

  async function claim(linkIds: number[]) {
    const guest = await identify()
    if (guest === null) return
    try {
      if (!(await checkGroup(guest.email))) return
      const headers: Record<string, string> = guest.isSignedIn ? {} : { 'x-subscribe-email': guest.email }
      const bound = await host.call(bindCoupons, { email: guest.email, code_id: linkIds.join(',') }, { headers })
      report(linkIds, true)
      const isBound = (code: WidgetCode) => bound.includes(code.link_id)
      setState({ codes: state.codes.map((code) => (isBound(code) ? { ...code, is_received: true } : code)) })
      states.tellChange()
      await celebrate(bound[0])
    } catch (error) {
      report(linkIds, false)
      if (error instanceof CallRefused) {
        host.showToast(host.t(error.refusal.message), 'alert')
        states.ask(advert.id)
      } else host.showToast(host.t('Received failed'), 'alert')
    }
  }

  /** Who claims; null when a guest does not want to say so. */
  async function identify(): Promise<{ email: string; isSignedIn: boolean } | null> {
    const { session } = host
    const step = nextClaimStep(settings.register_type, { isSignedIn: session.isSignedIn(), email: session.email() })
    if (step === 'sign-in' && !(await host.signIn())) return null
    const email = step === 'subscribe' ? await host.subscribe() : session.email()
    return email ? { email, isSignedIn: session.isSignedIn() } : null
  }

  async function checkGroup(email: string): Promise<boolean> {
    const group = settings.user_group.id
    if (group !== 2 && group !== 3) return true
    const { is_new } = await host.call(checkNewUser, { email })
    const problem = findEligibilityProblem(group, is_new)
    if (!problem) return true
    host.showToast(host.t(eligibilityMessages[problem]), 'alert')
    states.ask(advert.id)
    return false
  }

  async function celebrate(linkId: number | undefined) {
    const code = linkId === undefined ? undefined : find(linkId)
    if (settings.has_popup) {
      const goesOn = await host.congratulate()
      if (goesOn && code) await use(code, 0)
      return
    }
    host.showToast(host.t('Received Successfully'), 'ok')
    await wait(useDelayMs)
    if (code) await use(code, 0)
  }

  async function use(code: WidgetCode, delayMs: number) {
    sendEvent('coupon_use', { ad_id: advert.id, link_id: code.link_id })
    const target = findUseTarget(code.link_detail.jump_url, host.here())
    if (target === null) return host.showToast(host.t(validForAll), 'ok')
    await wait(delayMs)
    host.go(target)
  }

  function report(linkIds: number[], isSuccess: boolean) {
    sendEvent('coupon_claim', { ad_id: advert.id, link_ids: linkIds, is_success: isSuccess ? 1 : 0 })
  }

  return {
    getState: () => state,
    listen: (listener) => {
      listeners.add(listener)
      const stop = listeners.size === 1 ? states.watch(advert.id, applyAdvert) : null
      return () => {
        listeners.delete(listener)
        stop?.()
      }
    },
    tap,
  }
}
