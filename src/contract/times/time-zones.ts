import { toWireTime } from './times.ts'

/** The cookie with the browser's time zone, which lets the server format times. */
export const timeZoneCookie = 'time_zone'

const formatters = new Map<string, Intl.DateTimeFormat | null>()
// 600: more than the zones that engines know. Invented names cannot fill the memory.
const maxFormatters = 600

/** Returns a formatter for an IANA zone such as `Europe/Berlin`, or null for a name that the engine does not know. */
function findFormatter(zone: string): Intl.DateTimeFormat | null {
  const known = formatters.get(zone)
  if (known !== undefined) return known
  const formatter = createFormatter(zone)
  if (formatters.size >= maxFormatters) formatters.clear()
  formatters.set(zone, formatter)
  return formatter
}

function createFormatter(timeZone: string): Intl.DateTimeFormat | null {
  if (!/^[\w+/-]{1,50}$/.test(timeZone)) return null
  try {
    // Swedish writes `YYYY-MM-DD HH:mm:ss`.
    return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  } catch {
    return null
  }
}

/** Returns the zone if it can be used, else UTC. */
export function toKnownZone(zone: string | null): string {
  return zone !== null && findFormatter(zone) ? zone : 'UTC'
}

/** Formats a moment as `YYYY-MM-DD HH:mm:ss` in a time zone. */
export function formatInZone(date: Date, zone: string): string {
  return zone === 'UTC' ? toWireTime(date) : (findFormatter(zone)?.format(date) ?? toWireTime(date))
}
