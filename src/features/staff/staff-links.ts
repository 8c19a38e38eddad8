import { withSearch } from '#contract/links.ts'

/** Addresses of the pages for whoever works here. They are no screens of the shop, so `links/` does not know them. */
export const staffHomeLink = '/staff'
export const staffSignInLink = '/staff/sign-in'
export const staffCodeLink = '/staff/sign-in/code'
export const staffForgotLink = '/staff/forgot'
export const staffSecondStepLink = '/staff/second-step'
export const staffSignOutLink = '/staff/sign-out'
export const ssoStartLink = '/staff/sso/start'
export const ssoCallbackLink = '/staff/sso/callback'

export const staffAcceptLink = (token: string) => withSearch('/staff/accept', { token })
export const staffSetupLink = (token: string) => withSearch('/staff/setup', { token })
export const staffResetLink = (token: string) => withSearch('/staff/reset', { token })
