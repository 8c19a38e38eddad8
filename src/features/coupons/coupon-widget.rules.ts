import { msg } from '#contract/text/translate.ts'
import { homeLink } from '#links/catalogue.links.ts'
import { type ClaimProblem, problemLabels } from './coupons.rules.ts'

/** One coupon of a widget, with its state for this visitor. */
export type Entry = { is_available: boolean; is_received: boolean; block_reason: ClaimProblem | null }

export const allClaimedMessage = msg('The coupons have been snapped up')
export const subscribeFirstMessage = msg('Please subscribe with this email address first')
export const validForAllMessage = msg('The coupon is valid for all products')
/** The delay before the shopper is redirected, after a use or after a claim without a pop-up. */
export const redirectDelayMs = 1000

/** Returns the configured rows and columns, unless their product differs from the number of coupons. */
export function layOutCoupons(count: number, rowNum: number, numPerRow: number): { rows: number; perRow: number } {
  if (rowNum * numPerRow === count) return { rows: rowNum, perRow: numPerRow }
  const rows = count > 3 ? 2 : 1
  return { rows, perRow: Math.max(1, Math.ceil(count / rows)) }
}

/**
 * The state of a coupon for a visitor. The state `held` means that a received coupon is used or reserved by an unpaid
 * order.
 */
export type EntryState = 'received' | 'held' | 'available' | 'gone'

export function entryState({ is_received, is_available, block_reason }: Entry): EntryState {
  if (is_received) return block_reason ? 'held' : 'received'
  return is_available ? 'available' : 'gone'
}

/** Returns whether the widget is hidden because nothing can be claimed or used. */
export function isWidgetHidden(entries: readonly Entry[]): boolean {
  return entries.every((entry) => entryState(entry) === 'gone')
}

/** Returns whether a single button claims all coupons of the widget. */
export function isBundle({ bundle_receive }: { bundle_receive: number }): boolean {
  return bundle_receive === 1
}

/** Returns the state of a bundle. The button of a bundle represents all coupons that can still be claimed. */
export function bundleState(entries: readonly Entry[]): EntryState {
  const states = entries.map(entryState)
  const best = (['available', 'received', 'held'] as const).find((state) => states.includes(state))
  return best ?? 'gone'
}

/** Returns the message id of a button. The id `USE-1` has the English text USE. */
export function buttonId(entries: readonly Entry[]): string {
  const state = bundleState(entries)
  if (state === 'received') return msg('USE-1')
  if (state === 'gone') return msg('Sold out')
  if (state === 'available') return entries.length > 1 ? msg('GET ALL') : msg('GET')
  return problemLabels[entries.find((entry) => entry.block_reason)?.block_reason ?? 'coupon_used']
}

/** The shoppers who may claim the coupons of a widget. */
export const userGroup = { everybody: 1, newUsers: 2, knownUsers: 3 } as const

/** The step that a guest takes before claiming: subscribe with an email address, or sign in. */
export const registerType = { subscribe: 1, signIn: 2 } as const

/** Returns whether membership in the group depends on earlier orders. */
export function asksWhoIsNew(group: number): boolean {
  return group === userGroup.newUsers || group === userGroup.knownUsers
}

/** Returns the reason why a shopper may not claim, or null. An unknown group includes everybody. */
export function findEligibilityProblem(group: number, isNew: boolean): 'not_new_user' | 'not_eligible' | null {
  if (group === userGroup.newUsers && !isNew) return 'not_new_user'
  return group === userGroup.knownUsers && isNew ? 'not_eligible' : null
}

export const eligibilityMessages = {
  not_new_user: msg('Sorry, you are not a new user and can’t get the coupon'),
  not_eligible: msg('Sorry, you are not eligible for the coupon'),
} as const

/** The step between a tap on GET and the claim. */
export type ClaimStep = 'sign-in' | 'subscribe' | 'claim'

export function nextClaimStep(type: number, visitor: { isSignedIn: boolean; email: string | null }): ClaimStep {
  if (visitor.isSignedIn) return 'claim'
  if (type === registerType.signIn) return 'sign-in'
  return visitor.email ? 'claim' : 'subscribe'
}

/**
 * Returns the target of a tap on USE. Returns null if the coupon is for the whole shop and the shopper is on the home
 * page already.
 */
export function findUseTarget(jumpUrl: string, here: { origin: string; pathname: string }): string | null {
  const target = new URL(jumpUrl, here.origin)
  const isRoot = target.origin === here.origin && target.pathname === homeLink && target.search === ''
  return isRoot && here.pathname === homeLink ? null : target.href
}
