/** Writes `DD/MM/YYYY` in a time zone that this machine knows, or by the clock of this machine. */
export function endsText(date: Date, timeZone?: string): string {
  // British English writes the day first.
  return new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: '2-digit', year: 'numeric', timeZone }).format(date)
}
