/** What names a signed-in shopper in the browser. */
export const sessionCookies = ['token', 'token_expires', 'user_info', 'member_id'] as const

/** The token of a session that has not run out: one rule for the server and the browser, or a page would be half signed in. */
export function readSessionToken(cookies: string, now: number): string | null {
  const expires = Number(readCookie(cookies, 'token_expires') ?? 0)
  return expires * 1000 > now ? readCookie(cookies, 'token') || null : null
}

/** The value of a cookie, or null where there is none; one that somebody edited by hand is as good as none. */
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
