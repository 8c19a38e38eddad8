import { withSearch } from '#contract/text/links.ts'

/** Where the mail to a guest leads. */
export function claimedCouponsLink(token: string): string {
  return withSearch('/account/claimedcoupons', { token })
}
