import { withSearch } from '#contract/text/links.ts'

export const accountLink = '/account'
export const couponsLink = '/account/coupon'
export const creditLink = '/account/credit'
export const settingsLink = '/account/setting'

/** The account with the chat open. */
export const chatLink = withSearch(accountLink, { chat: 1 })

/** The order list; what of it is shown says `tabSearch`. */
export function orderListLink(tab: Record<string, string> = {}): string {
  return withSearch('/account/orderlist', tab)
}

/** The list of what lies below an entry of the settings. */
export function settingNavLink({ id, name }: { id: number; name: string }): string {
  return withSearch('/account/settingnav', { id, name })
}
