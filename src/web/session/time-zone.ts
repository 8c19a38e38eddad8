import { readCookie } from '#contract/calls/cookies.ts'
import { timeZoneCookie } from '#contract/times/time-zones.ts'
import { writeCookie } from './session.ts'

// A year: a browser that comes back later tells its zone anew with its first page.
const cookieDays = 365

/** Keeps the browser's time zone in a cookie. */
export function keepTimeZone(): void {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  if (timeZone && readCookie(document.cookie, timeZoneCookie) !== timeZone) {
    writeCookie(timeZoneCookie, timeZone, cookieDays)
  }
}
