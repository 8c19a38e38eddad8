import { withSearch } from '#contract/text/links.ts'

/** Returns the link in the mail to a guest. */
export function claimedCouponsLink(token: string): string {
  return withSearch('/account/claimedcoupons', { token })
}
