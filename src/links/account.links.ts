import { withSearch } from '#contract/text/links.ts'

export const accountLink = '/account'
export const couponsLink = '/account/coupon'
export const creditLink = '/account/credit'
export const settingsLink = '/account/setting'

/** The account page with the chat open. */
export const chatLink = withSearch(accountLink, { chat: 1 })

/** Returns the link of the order list. `tabSearch` makes the parameter for a tab. */
export function orderListLink(tab: Record<string, string> = {}): string {
  return withSearch('/account/orderlist', tab)
}

/** Returns the link of the list that a settings entry opens. */
export function settingNavLink({ id, name }: { id: number; name: string }): string {
  return withSearch('/account/settingnav', { id, name })
}
