import { CallRefused } from '#contract/calls/call.ts'
import type { Advert } from '#features/adverts/adverts.contract.ts'
import {
  allClaimedMessage,
  type EntryState,
  eligibilityMessages,
  entryState,
  findEligibilityProblem,
  findUseTarget,
  isBundle,
  nextClaimStep,
  redirectDelayMs,
  userGroup,
  validForAllMessage,
} from '#features/coupons/coupon-widget.rules.ts'
import { bindCoupons, type CouponWidget, checkNewUser, type WidgetCode } from '#features/coupons/coupons.contract.ts'
import type { Store } from '#ui/state/store.ts'
import { sendEvent } from '#web/data/events.ts'
import type { Host } from '../host.ts'
import type { States } from './states.ts'

// The steps from a tap on a coupon to the page where the coupon is used.

export type WidgetState = {
  codes: WidgetCode[]
  /** The coupon that is being claimed or used. Further taps are ignored while a coupon is set here. */
  busy: number | 'all' | null
}

/** The data that the steps of a widget share. */
export type WidgetParts = {
  advert: Advert
  settings: CouponWidget['settings']
  host: Host
  states: States
  state: Store<WidgetState>
  /** Returns whether the widget is still on the page. */
  isFollowed: () => boolean
}

/** Groups the coupons of a tapped button by their state. */
export function groupTapped(codes: readonly WidgetCode[], linkId: number | 'all') {
  const tapped = codes.filter((code) => linkId === 'all' || code.link_id === linkId)
  const inState = (state: EntryState) => tapped.filter((code) => entryState(code) === state)
  return { tapped, claimable: inState('available'), usable: inState('received')[0], isGone: inState('gone').length > 0 }
}

/** Uses the coupon if it is claimed, or claims it once the visitor is known. */
export async function continueTap(parts: WidgetParts, linkId: number | 'all', wasAsked = false): Promise<void> {
  const { settings, host, states } = parts
  const { claimable, usable, isGone } = groupTapped(parts.state.read().codes, linkId)
  if (claimable.length === 0) {
    if (usable) return openUseTarget(parts, usable)
    return isGone ? host.showToast(host.t(allClaimedMessage), 'alert') : undefined
  }
  const { session } = host
  const step = nextClaimStep(settings.register_type, { isSignedIn: session.isSignedIn(), email: session.email() })
  if (step === 'claim') {
    const outcome = await claim(parts, claimable)
    return outcome === 'session-over' ? continueTap(parts, linkId) : undefined
  }
  if (wasAsked || !(await (step === 'sign-in' ? host.signIn() : host.subscribe()))) return
  // After signing in or subscribing, the shopper may turn out to hold the coupon already.
  await states.publishChange()
  return continueTap(parts, linkId, true)
}

/**
 * Claims coupons and shows the outcome. Clears an expired session, after which the caller asks the visitor to sign in
 * or subscribe.
 */
async function claim(parts: WidgetParts, claimable: WidgetCode[]): Promise<'answered' | 'session-over'> {
  const { advert, host, states, state } = parts
  const email = host.session.email() ?? undefined
  const isSignedIn = host.session.isSignedIn()
  const linkIds = claimable.map((code) => code.link_id)
  const report = (isSuccess: boolean) =>
    sendEvent('coupon_claim', { ad_id: advert.id, link_ids: linkIds, is_success: isSuccess ? 1 : 0 })
  try {
    if (email && !(await checkGroup(parts, email))) return 'answered'
    const headers: Record<string, string> = isSignedIn || !email ? {} : { 'x-subscribe-email': email }
    const bound = await host.call(bindCoupons, { email, code_id: linkIds.join(',') }, { headers })
    report(true)
    const isBound = (code: WidgetCode) => bound.includes(code.link_id)
    const codes = state.read().codes.map((code) => (isBound(code) ? { ...code, is_received: true } : code))
    state.write({ ...state.read(), codes })
    states.publishChange()
    host.onClaim?.()
    const first = state.read().codes.find(({ link_id }) => link_id === bound[0])
    await celebrate(parts, first)
  } catch (error) {
    if (isSignedIn && isSessionOver(error)) {
      host.removeSession()
      return 'session-over'
    }
    report(false)
    if (error instanceof CallRefused) {
      host.showToast(host.t(error.refusal.message), 'alert')
      states.ask(advert.id)
    } else host.showToast(host.t('Received failed'), 'alert')
  }
  return 'answered'
}

/** Returns whether the shopper belongs to the coupon's user group. Shows the reason if not. */
async function checkGroup({ advert, settings, host, states }: WidgetParts, email: string): Promise<boolean> {
  const group = settings.user_group.id
  if (group !== userGroup.newUsers && group !== userGroup.knownUsers) return true
  const { is_new } = await host.call(checkNewUser, { email })
  const problem = findEligibilityProblem(group, is_new)
  if (!problem) return true
  host.showToast(host.t(eligibilityMessages[problem]), 'alert')
  states.ask(advert.id)
  return false
}

async function celebrate(parts: WidgetParts, code: WidgetCode | undefined) {
  const { settings, host, state } = parts
  if (settings.has_popup) {
    if ((await host.congratulate()) && code) await openUseTarget(parts, code)
    return
  }
  host.showToast(host.t('Received Successfully'), 'ok')
  // A page that lists coupons stays open while more can be claimed.
  const stays = host.onClaim && !isBundle(settings.coupon) && state.read().codes.length > 1
  if (code && !stays && (await pause(parts))) await openUseTarget(parts, code, true)
}

/** Sends the shopper to the page where the coupon can be used. */
async function openUseTarget(parts: WidgetParts, code: WidgetCode, hasWaited = false) {
  const { advert, host } = parts
  sendEvent('coupon_use', { ad_id: advert.id, link_id: code.link_id })
  const target = findUseTarget(code.link_detail.jump_url, host.here())
  if (target === null) return host.showToast(host.t(validForAllMessage), 'ok')
  if (hasWaited || (await pause(parts))) host.go(target)
}

/** Waits before a redirect. Returns false if the shopper has navigated elsewhere meanwhile. */
async function pause({ host, isFollowed }: WidgetParts): Promise<boolean> {
  const visit = host.visit()
  await new Promise((done) => setTimeout(done, redirectDelayMs))
  return isFollowed() && host.visit() === visit
}

/** Returns whether the session has expired. The cookies then name a shopper whom the server no longer accepts. */
function isSessionOver(error: unknown): boolean {
  return error instanceof CallRefused && (error.status === 401 || Boolean(error.refusal.errors?.email))
}
