/** Cookies that identify a signed-in shopper in the browser. */
export const sessionCookies = ['token', 'token_expires', 'user_info', 'member_id'] as const

/**
 * Returns the token of a session that has not expired. Server and browser share this rule. Otherwise a page could be
 * partly signed in.
 */
export function readSessionToken(cookies: string, now: number): string | null {
  const expires = Number(readCookie(cookies, 'token_expires') ?? 0)
  return expires * 1000 > now ? readCookie(cookies, 'token') || null : null
}

/** Returns the value of a cookie, or null if it is missing or malformed. */
export function readCookie(cookies: string, name: string): string | null {
  for (const one of cookies.split('; ')) {
    const at = one.indexOf('=')
    if (one.slice(0, at) !== name) continue
    try {
      return decodeURIComponent(one.slice(at + 1))
    } catch {
      return null
    }
  }
  return null
}
