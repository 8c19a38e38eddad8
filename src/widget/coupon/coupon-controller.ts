import { CallRefused } from '#contract/calls/call.ts'
import type { Advert } from '#features/adverts/adverts.contract.ts'
import {
  type EntryState,
  eligibilityMessages,
  entryState,
  findEligibilityProblem,
  findUseTarget,
  isBundle,
  nextClaimStep,
  snappedUp,
  useDelayMs,
  userGroup,
  validForAll,
} from '#features/coupons/coupon-widget.rules.ts'
import { bindCoupons, type CouponWidget, checkNewUser, type WidgetCode } from '#features/coupons/coupons.contract.ts'
import { createStore, type Store } from '#ui/state/store.ts'
import { sendEvent } from '#web/data/events.ts'
import type { Host } from '../host.ts'
import { type States, statesOf } from './states.ts'

export type WidgetState = {
  codes: WidgetCode[]
  /** The coupon being claimed or used; while there is one, further taps do nothing. */
  busy: number | 'all' | null
}

export type CouponController = {
  /** While somebody follows it, it learns of what other widgets and tabs claim. */
  state: Store<WidgetState>
  tap: (linkId: number | 'all') => Promise<void>
  /** The page learned anew what the visitor has. */
  apply: (advert: Advert | null) => void
}

/** What a coupon widget does, whatever draws it. */
export function createCouponController(
  advert: Advert,
  widget: CouponWidget,
  host: Host,
  states: States = statesOf(host.call),
): CouponController {
  const state = createStore<WidgetState>({ codes: widget.settings.coupon.codes, busy: null })
  let followers = 0
  const { settings } = widget

  function setState(change: Partial<WidgetState>) {
    state.write({ ...state.read(), ...change })
  }

  function apply(fresh: Advert | null) {
    const detail = fresh?.link_detail
    if (detail && 'settings' in detail) setState({ codes: detail.settings.coupon.codes })
    // The widget's time is over: nothing more can be claimed, what is held stays.
    else setState({ codes: state.read().codes.map((code) => ({ ...code, is_available: false })) })
  }

  /** What a tap on a button is about, as it stands now. */
  function sortOut(linkId: number | 'all') {
    const tapped = state.read().codes.filter((code) => linkId === 'all' || code.link_id === linkId)
    const inState = (wanted: EntryState) => tapped.filter((code) => entryState(code) === wanted)
    return { tapped, wanted: inState('available'), usable: inState('received')[0], isGone: inState('gone').length > 0 }
  }

  async function tap(linkId: number | 'all') {
    if (state.read().busy !== null) return
    const { tapped, wanted, usable, isGone } = sortOut(linkId)
    sendEvent('coupon_click', { ad_id: advert.id, link_ids: tapped.map((code) => code.link_id) })
    if (wanted.length === 0 && !usable) return isGone ? host.showToast(host.t(snappedUp), 'alert') : undefined
    setState({ busy: linkId })
    try {
      await goOn(linkId)
    } finally {
      setState({ busy: null })
    }
  }

  /** Uses what is held and claims what is not, once it is known who asks. */
  async function goOn(linkId: number | 'all', wasAsked = false): Promise<void> {
    const { wanted, usable, isGone } = sortOut(linkId)
    if (wanted.length === 0) {
      if (usable) return use(usable)
      return isGone ? host.showToast(host.t(snappedUp), 'alert') : undefined
    }
    const { session } = host
    const step = nextClaimStep(settings.register_type, { isSignedIn: session.isSignedIn(), email: session.email() })
    if (step === 'claim') return claim(linkId, wanted)
    if (wasAsked || !(await (step === 'sign-in' ? host.signIn() : host.subscribe()))) return
    // After signing in or subscribing, the shopper may turn out to hold it already.
    await states.tellChange()
    return goOn(linkId, true)
  }

  async function claim(linkId: number | 'all', wanted: WidgetCode[]): Promise<void> {
    const email = host.session.email() ?? undefined
    const isSignedIn = host.session.isSignedIn()
    const linkIds = wanted.map((code) => code.link_id)
    try {
      if (email && !(await checkGroup(email))) return
      const headers: Record<string, string> = isSignedIn || !email ? {} : { 'x-subscribe-email': email }
      const bound = await host.call(bindCoupons, { email, code_id: linkIds.join(',') }, { headers })
      report(linkIds, true)
      const isBound = (code: WidgetCode) => bound.includes(code.link_id)
      setState({ codes: state.read().codes.map((code) => (isBound(code) ? { ...code, is_received: true } : code)) })
      states.tellChange()
      host.onClaim?.()
      await celebrate(state.read().codes.find(({ link_id }) => link_id === bound[0]))
    } catch (error) {
      if (isSignedIn && isSessionOver(error)) {
        host.forgetSession()
        return goOn(linkId)
      }
      report(linkIds, false)
      if (error instanceof CallRefused) {
        host.showToast(host.t(error.refusal.message), 'alert')
        states.ask(advert.id)
      } else host.showToast(host.t('Received failed'), 'alert')
    }
  }

  async function checkGroup(email: string): Promise<boolean> {
    const group = settings.user_group.id
    if (group !== userGroup.newUsers && group !== userGroup.knownUsers) return true
    const { is_new } = await host.call(checkNewUser, { email })
    const problem = findEligibilityProblem(group, is_new)
    if (!problem) return true
    host.showToast(host.t(eligibilityMessages[problem]), 'alert')
    states.ask(advert.id)
    return false
  }

  async function celebrate(code: WidgetCode | undefined) {
    if (settings.has_popup) {
      if ((await host.congratulate()) && code) await use(code)
      return
    }
    host.showToast(host.t('Received Successfully'), 'ok')
    // A page that lists what is held stays where there is more to claim.
    const stays = host.onClaim && !isBundle(settings.coupon) && state.read().codes.length > 1
    if (code && !stays && (await pause())) await use(code, true)
  }

  async function use(code: WidgetCode, hasWaited = false) {
    sendEvent('coupon_use', { ad_id: advert.id, link_id: code.link_id })
    const target = findUseTarget(code.link_detail.jump_url, host.here())
    if (target === null) return host.showToast(host.t(validForAll), 'ok')
    if (hasWaited || (await pause())) host.go(target)
  }

  /** The short wait before a shopper is sent on; false if they have navigated elsewhere by then. */
  async function pause(): Promise<boolean> {
    const visit = host.visit()
    await new Promise((done) => setTimeout(done, useDelayMs))
    return followers > 0 && host.visit() === visit
  }

  function report(linkIds: number[], isSuccess: boolean) {
    sendEvent('coupon_claim', { ad_id: advert.id, link_ids: linkIds, is_success: isSuccess ? 1 : 0 })
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

/** The session had ended: the cookies still named a shopper whom the server no longer knows. */
function isSessionOver(error: unknown): boolean {
  return error instanceof CallRefused && (error.status === 401 || Boolean(error.refusal.errors?.email))
}
