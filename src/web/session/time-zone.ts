import { readCookie } from '#contract/calls/cookies.ts'
import { timeZoneCookie } from '#contract/times/time-zones.ts'
import { writeCookie } from './session.ts'

// 365 days: a browser that returns later stores the cookie again on its first page.
const cookieDays = 365

/** Stores the browser's time zone in a cookie. */
export function storeTimeZone(): void {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  if (timeZone && readCookie(document.cookie, timeZoneCookie) !== timeZone) {
    writeCookie(timeZoneCookie, timeZone, cookieDays)
  }
}
