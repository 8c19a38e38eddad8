/** What a handler may know about the request beyond its input. */
export type VisitorRequest = {
  ip: string
  /** A token was sent, whether or not it still holds. */
  hasToken: boolean
  header: (name: string) => string | undefined
  cookie: (name: string) => string | null
  /** What the answer asks the browser to keep. */
  newCookies: string[]
  setCookie: (
    name: string,
    value: string,
    expires: Date,
    options?: { httpOnly?: boolean; sameSite?: 'Lax' | 'Strict' },
  ) => void
  /** Whether the answer hands out a cookie that the browser did not have: one that merely lives longer is no news. */
  hasNewSecret: () => boolean
}
