import { withSearch } from '#contract/text/links.ts'

export const changePasswordLink = '/account/changepassword'

export function resetPasswordLink(token: string): string {
  return withSearch('/account/resetpassword', { token })
}

export function confirmEmailLink(token: string): string {
  return withSearch('/account/confirmemail', { token })
}
