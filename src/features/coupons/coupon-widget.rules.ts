import { msg } from '#contract/text/translate.ts'
import { homeLink } from '#links/catalogue.links.ts'
import { type ClaimProblem, problemLabels } from './coupons.rules.ts'

/** One coupon of a widget, as this visitor may have it. */
export type Entry = { is_available: boolean; is_received: boolean; block_reason: ClaimProblem | null }

export const snappedUp = msg('The coupons have been snapped up')
export const subscribeFirst = msg('Please subscribe with this email address first')
export const validForAll = msg('The coupon is valid for all products')
/** After a use, or a claim without a pop-up, the shopper is sent on this much later. */
export const useDelayMs = 1000

/** Rows and columns as set, unless they do not hold exactly these coupons. */
export function layOutCoupons(count: number, rowNum: number, numPerRow: number): { rows: number; perRow: number } {
  if (rowNum * numPerRow === count) return { rows: rowNum, perRow: numPerRow }
  const rows = count > 3 ? 2 : 1
  return { rows, perRow: Math.max(1, Math.ceil(count / rows)) }
}

/** A received coupon that waits for its order to be paid, or was spent, is held but cannot be used. */
export type EntryState = 'received' | 'held' | 'available' | 'gone'

export function entryState({ is_received, is_available, block_reason }: Entry): EntryState {
  if (is_received) return block_reason ? 'held' : 'received'
  return is_available ? 'available' : 'gone'
}

/** With nothing to claim and nothing to use the widget is not shown. */
export function isWidgetHidden(entries: readonly Entry[]): boolean {
  return entries.every((entry) => entryState(entry) === 'gone')
}

/** All coupons of the widget are claimed with one button. */
export function isBundle({ bundle_receive }: { bundle_receive: number }): boolean {
  return bundle_receive === 1
}

/** The one button of a combined widget stands for all coupons that can still be claimed. */
export function bundleState(entries: readonly Entry[]): EntryState {
  const states = entries.map(entryState)
  const best = (['available', 'received', 'held'] as const).find((state) => states.includes(state))
  return best ?? 'gone'
}

/** The message id of a button. `USE-1` is an id, its English wording is USE. */
export function buttonId(entries: readonly Entry[]): string {
  const state = bundleState(entries)
  if (state === 'received') return msg('USE-1')
  if (state === 'gone') return msg('Sold out')
  if (state === 'available') return entries.length > 1 ? msg('GET ALL') : msg('GET')
  return problemLabels[entries.find((entry) => entry.block_reason)?.block_reason ?? 'coupon_used']
}

/** Who may claim the coupons of a widget. */
export const userGroup = { everybody: 1, newUsers: 2, knownUsers: 3 } as const

/** What a guest must do before claiming: leave an address, or sign in. */
export const registerType = { subscribe: 1, signIn: 2 } as const

/** Whether a group goes by who is new. */
export function asksWhoIsNew(group: number): boolean {
  return group === userGroup.newUsers || group === userGroup.knownUsers
}

/** A group that the shop does not know is everybody. */
export function findEligibilityProblem(group: number, isNew: boolean): 'not_new_user' | 'not_eligible' | null {
  if (group === userGroup.newUsers && !isNew) return 'not_new_user'
  return group === userGroup.knownUsers && isNew ? 'not_eligible' : null
}

export const eligibilityMessages = {
  not_new_user: msg('Sorry, you are not a new user and can’t get the coupon'),
  not_eligible: msg('Sorry, you are not eligible for the coupon'),
} as const

/** What stands between a tap on GET and the claim. */
export type ClaimStep = 'sign-in' | 'subscribe' | 'claim'

export function nextClaimStep(type: number, visitor: { isSignedIn: boolean; email: string | null }): ClaimStep {
  if (visitor.isSignedIn) return 'claim'
  if (type === registerType.signIn) return 'sign-in'
  return visitor.email ? 'claim' : 'subscribe'
}

/**
 * Where a tap on USE leads: nowhere if the coupon is for the whole shop and the shopper is on its home page already.
 */
export function findUseTarget(jumpUrl: string, here: { origin: string; pathname: string }): string | null {
  const target = new URL(jumpUrl, here.origin)
  const isRoot = target.origin === here.origin && target.pathname === homeLink && target.search === ''
  return isRoot && here.pathname === homeLink ? null : target.href
}
