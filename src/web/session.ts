import { readCookie } from '#contract/cookies.ts'
import { draftPrefix } from './drafts.ts'

/** The visitor's session as the browser can see it: cookies, on either side of the wire. */
export type Session = {
  token: () => string | null
  isSignedIn: () => boolean
  /** The address of the shopper, or of the guest who subscribed. */
  email: () => string | null
}

/** Signed in is what the cookies say; whether the token still holds is for the server to say. */
export function createSession(readCookies: () => string, now: () => number = Date.now): Session {
  const read = (name: string) => readCookie(readCookies(), name)
  const token = () => {
    const expires = Number(read('token_expires') ?? 0)
    return expires * 1000 > now() ? read('token') : null
  }
  return {
    token,
    isSignedIn: () => token() !== null,
    email: () => (token() ? (parseUser(read('user_info'))?.email ?? null) : read('subscribe_email')),
  }
}

function parseUser(text: string | null): { email?: string } | null {
  try {
    return text ? JSON.parse(text) : null
  } catch {
    // A cookie somebody edited by hand is as good as none.
    return null
  }
}

export function writeCookie(name: string, value: string, days: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const age = Math.round(days * 24 * 60 * 60)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from phones that shoppers still use.
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax; Max-Age=${age}${secure}`
}

/** What names the session, as after it ended elsewhere; what the shopper was about to write stays. */
export function forgetToken(): void {
  for (const name of ['token', 'token_expires', 'user_info', 'member_id']) writeCookie(name, '', 0)
}

/** Everything of a session that the browser keeps: cookies and stored values. */
export function clearSession(): void {
  for (const name of ['token', 'token_expires', 'user_info', 'member_id', 'subscribe_email']) {
    writeCookie(name, '', 0)
    localStorage.removeItem(name)
    sessionStorage.removeItem(name)
  }
  // What was half written belongs to the one who wrote it.
  for (const name of Object.keys(localStorage)) if (name.startsWith(draftPrefix)) localStorage.removeItem(name)
}
