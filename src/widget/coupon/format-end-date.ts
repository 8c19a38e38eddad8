/** Formats `DD/MM/YYYY` in a known time zone, or in the local one. */
export function formatEndDate(date: Date, timeZone?: string): string {
  // British English writes the day first.
  return new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: '2-digit', year: 'numeric', timeZone }).format(date)
}
