import { withSearch } from '#contract/text/links.ts'

/** Addresses of the pages for whoever works here. They are no screens of the shop, so `links/` does not know them. */
export const staffHomeLink = '/staff'
/** What a shop needs before it opens. */
export const staffStartLink = '/staff/start'
export const staffSignInLink = '/staff/sign-in'
export const staffCodeLink = '/staff/sign-in/code'
export const staffForgotLink = '/staff/forgot'
export const staffSecondStepLink = '/staff/second-step'
export const staffSignOutLink = '/staff/sign-out'
export const keysSettingsLink = '/staff/settings/api'
export const ssoStartLink = '/staff/sso/start'
/** Where somebody links the account that signs them in at their company. */
export const companyAccountLink = '/staff/company-account'
export const ssoCallbackLink = '/staff/sso/callback'

/** The reader's time zone, for pages that are rendered before their browser can tell. */
export const staffZoneCookie = 'staff_zone'

/** Where somebody goes once they are in: a page of ours below `/staff`, and never another host. Pages of signing in would go in circles. */
export function toStaffPath(next: string | undefined): string {
  if (!next || next.length > 1000 || !URL.canParse(next, 'http://here')) return staffHomeLink
  const { origin, pathname, search, hash } = new URL(next, 'http://here')
  const isBelow = pathname === staffHomeLink || pathname.startsWith(`${staffHomeLink}/`)
  const isDoor = /^\/staff\/(?:sign-in|sign-out|sso|accept|reset|forgot)(?:\/|$)/.test(pathname)
  return origin === 'http://here' && isBelow && !isDoor ? pathname + search + hash : staffHomeLink
}

/** With where to go afterwards, unless that is where everybody goes. */
export const withNext = (link: string, next: string) => (next === staffHomeLink ? link : withSearch(link, { next }))

export const staffAcceptLink = (token: string) => withSearch('/staff/accept', { token })
export const staffSetupLink = (token: string) => withSearch('/staff/setup', { token })
export const staffResetLink = (token: string) => withSearch('/staff/reset', { token })
