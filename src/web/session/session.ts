import { readCookie, readSessionToken, sessionCookies } from '#contract/calls/cookies.ts'
import { forgetDrafts } from '../data/drafts.ts'

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
  const token = () => readSessionToken(readCookies(), now())
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

/** A session that has ended, by whatever way: the browser no longer says who is here. What was half written stays for its writer. */
export function forgetSession(names: readonly string[] = sessionCookies): void {
  for (const name of names) {
    writeCookie(name, '', 0)
    localStorage.removeItem(name)
    sessionStorage.removeItem(name)
  }
  // The browser’s Back must not show a page of the shopper who signed out.
  dispatchEvent(new Event('session-end'))
}

/** Signed out by one's own hand: everything of the session that the browser keeps, drafts included. */
export function clearSession(): void {
  forgetDrafts()
  forgetSession([...sessionCookies, 'subscribe_email'])
}
