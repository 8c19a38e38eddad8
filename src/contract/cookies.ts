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
