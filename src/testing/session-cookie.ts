/**
 * Returns the cookies of a signed-in browser. A token is only valid together with its expiry, which is far in the
 * future here.
 */
export function sessionCookie(token: string | null): string {
  return `token=${token}; token_expires=9999999999`
}
