import { readCookie, readSessionToken, sessionCookies } from '#contract/calls/cookies.ts'
import { deleteDrafts } from '../data/drafts.ts'

/** The visitor's session from the cookies, readable in the browser and on the server. */
export type Session = {
  token: () => string | null
  isSignedIn: () => boolean
  /** The email address of the shopper, or of a subscribed guest. */
  email: () => string | null
}

/** Creates a session from cookies. Only the server knows whether the token is still valid. */
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
    // A cookie edited by hand is ignored.
    return null
  }
}

export function writeCookie(name: string, value: string, days: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const age = Math.round(days * 24 * 60 * 60)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from phones that shoppers still use.
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax; Max-Age=${age}${secure}`
}

/** Removes an ended session from the browser. Drafts stay for their account. */
export function removeSession(names: readonly string[] = sessionCookies): void {
  for (const name of names) {
    writeCookie(name, '', 0)
    localStorage.removeItem(name)
    sessionStorage.removeItem(name)
  }
  // Pages of the signed-out shopper must not reappear by the browser's Back.
  dispatchEvent(new Event('session-end'))
}

/** Signs out on request and removes everything of the session from the browser, including drafts. */
export function clearSession(): void {
  deleteDrafts()
  removeSession([...sessionCookies, 'subscribe_email'])
}
