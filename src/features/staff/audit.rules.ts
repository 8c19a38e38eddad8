/** What the audit log calls tries to sign in as somebody that failed: no call of theirs, since nobody signed in. */
export const failedSignIn = 'failedSignIn'

/** Returns what a search names if it is a number or an address of the log (`orders/HB…`); null if it is a person. */
export function readSearchedAbout(q: string): string | null {
  const text = q.trim()
  if (text.includes('/')) return text
  const areas = { RT: 'returns', TK: 'tickets' } as Record<string, string>
  // Shops choose what their order numbers begin with, and no name has a digit in it.
  if (!/^(?=.*\d)[A-Z]{2}\w{11}$/i.test(text)) return null
  const number = text.toUpperCase()
  return `${areas[number.slice(0, 2)] ?? 'orders'}/${number}`
}
