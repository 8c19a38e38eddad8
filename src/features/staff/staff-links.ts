import { withSearch } from '#contract/text/links.ts'

/**
 * Addresses of the pages for staff. These pages are not part of the shop's screens, so `links/` does not contain them.
 */
export const staffHomeLink = '/staff'
/** Page of the setup before the shop opens. */
export const staffStartLink = '/staff/start'
export const staffSignInLink = '/staff/sign-in'
export const staffCodeLink = '/staff/sign-in/code'
export const staffForgotLink = '/staff/forgot'
export const staffSecondStepLink = '/staff/second-step'
export const staffSignOutLink = '/staff/sign-out'
/** The reference of the staff API. */
export const staffApiDocsLink = '/docs/staff-api'
export const keysSettingsLink = '/staff/settings/api'
export const ssoStartLink = '/staff/sso/start'
/** Link that starts the sign-in at the provider, and links the provider's account to the member of the session. */
export const ssoLinkingLink = `${ssoStartLink}?link`
/** Page that links a company account for single sign-on. */
export const companyAccountLink = '/staff/company-account'
export const ssoCallbackLink = '/staff/sso/callback'

/** Cookie with the reader's time zone, for pages that the server renders. */
export const staffZoneCookie = 'staff_zone'

/**
 * Returns the page after the sign-in. The page is always below `/staff` on the same host. Pages of the sign-in are
 * excluded, because they would lead back to the sign-in.
 */
export function toStaffPath(next: string | undefined): string {
  if (!next || next.length > 1000 || !URL.canParse(next, 'http://here')) return staffHomeLink
  const { origin, pathname, search, hash } = new URL(next, 'http://here')
  const isConsolePath = pathname === staffHomeLink || pathname.startsWith(`${staffHomeLink}/`)
  const isSignInPage = /^\/staff\/(?:sign-in|sign-out|sso|accept|reset|forgot)(?:\/|$)/.test(pathname)
  return origin === 'http://here' && isConsolePath && !isSignInPage ? pathname + search + hash : staffHomeLink
}

/** Adds the page after the sign-in to a link, unless it is the default page. */
export const withReturnPath = (link: string, next: string) =>
  next === staffHomeLink ? link : withSearch(link, { next })

export const staffAcceptLink = (token: string) => withSearch('/staff/accept', { token })
export const staffSetupLink = (token: string) => withSearch('/staff/setup', { token })
export const staffResetLink = (token: string) => withSearch('/staff/reset', { token })
