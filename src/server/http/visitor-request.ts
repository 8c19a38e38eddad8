/** The parts of a request that a handler can read beyond its input. */
export type VisitorRequest = {
  ip: string
  /** True if the request carries a token, valid or not. */
  hasToken: boolean
  header: (name: string) => string | undefined
  cookie: (name: string) => string | null
  newCookies: string[]
  setCookie: (
    name: string,
    value: string,
    expires: Date,
    options?: { httpOnly?: boolean; sameSite?: 'Lax' | 'Strict' },
  ) => void
  /**
   * True if the response sets a cookie that the browser did not have. A known cookie with a new lifetime is no new
   * secret.
   */
  hasNewSecret: () => boolean
}
