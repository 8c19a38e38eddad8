import { failedSignIn } from '../audit.rules.ts'
import type { AuditRow } from '../audit.staff.contract.ts'

/** `shipping-methods` as words. */
const toWords = (name: string) => name.replaceAll(/[-_]/g, ' ')
const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** What is done often, or about people, in its own words. */
const said: Record<string, string> = {
  'POST /sign-in': 'Signed in',
  'POST /sign-in/code': 'Signed in with a code',
  'POST /sign-in/passkey': 'Signed in with a passkey',
  'POST /sign-out': 'Signed out',
  'POST /reset': 'Set a new password',
  'POST /invitations': 'Invited somebody',
  'POST /invitations/accept': 'Joined the shop',
  'POST /invitations/:id/end': 'Took an invitation back',
  'POST /members/:id/disable': 'Disabled somebody',
  'POST /members/:id/enable': 'Let somebody in again',
  'POST /members/:id/sign-out': 'Signed somebody out everywhere',
  'POST /keys': 'Made a key',
  'POST /keys/:id/end': 'Ended a key',
  'POST /audit/:id/undo': 'Undid a change',
  'PATCH /me': 'Changed the own profile',
  'POST /me/password': 'Changed the own password',
  'POST /me/confirm': 'Took the second step again',
  'POST /me/code/confirm': 'Set up codes of an app',
}

const deeds: Record<string, string> = { POST: 'Added', PUT: 'Saved', PATCH: 'Changed', DELETE: 'Removed' }

/** What was done, from the call that did it: `POST /orders/:number/ship` is `Orders: ship`; a timer has its own name. */
export function tellDeed(call: string): string {
  const own = said[call]
  if (own) return own
  const [method = '', path] = call.split(' ')
  if (!path) return capitalise(toWords(call.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()))
  const parts = path.split('/').filter(Boolean)
  const area = toWords(parts[0] ?? '')
  const last = parts.at(-1) ?? ''
  const isVerb = parts.length > 1 && !last.startsWith(':')
  if (isVerb && method === 'POST') return `${capitalise(area)}: ${toWords(last)}`
  const what = isVerb ? `${area}, ${toWords(last)}` : area
  return `${deeds[method] ?? method} ${what}`
}

/** The same with how often, where somebody could not sign in; `isOdd`: more than one mistyped. */
export function tellRow({ call, after }: Pick<AuditRow, 'call' | 'after'>): { deed: string; isOdd: boolean } {
  if (call !== failedSignIn) return { deed: tellDeed(call), isOdd: false }
  const tries = Number(after.tries)
  const often = tries > 2 ? ` ${tries} times` : tries === 2 ? ' twice' : ''
  return {
    deed: `Failed to sign in${often}${after.locked ? ', and had to wait' : ''}`,
    isOdd: tries > 1 || !!after.locked,
  }
}

export type Change = { name: string; before: string | null; after: string | null }

/** Edits whose old values the log has; whether they still are what was written then, the shop says. */
export function canUndo({ call, before }: Pick<AuditRow, 'call' | 'before'>): boolean {
  const isCut = (value: unknown) => typeof value === 'string' && value.endsWith('…')
  const values = Object.values(before)
  return call.startsWith('PATCH /') && call !== 'PATCH /me' && values.length > 0 && !values.some(isCut)
}

const longest = 120

/** A value as the log shows it; null where there was none. */
export function showValue(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return shorten(value.join(', ')) || null
  return shorten(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

const shorten = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text)

/** Field by field, what it was and what it became. */
export function listChanges({ call, before, after }: Pick<AuditRow, 'call' | 'before' | 'after'>): Change[] {
  if (call === failedSignIn) return []
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .map((name) => ({ name: toWords(name), before: showValue(before[name]), after: showValue(after[name]) }))
    .filter((one) => one.before !== one.after)
}

/** What somebody looks for: the number of an order or a return, a thing as the log writes it, or a person. */
export function readSearch(q: string | undefined): { about?: string; actor?: string } {
  const text = q?.trim() ?? ''
  if (text === '') return {}
  if (text.includes('/')) return { about: text }
  if (/^RT\w{11}$/i.test(text)) return { about: `returns/${text.toUpperCase()}` }
  // Shops choose what their order numbers begin with, and no name has a digit in it.
  if (/^(?=.*\d)[A-Z]{2}\w{11}$/i.test(text)) return { about: `orders/${text.toUpperCase()}` }
  return { actor: text }
}

/** A day of the address, in the reader's own time zone, as the moment it begins or ends. */
export function toMoment(day: string | undefined, edge: 'start' | 'end'): string | undefined {
  if (!day || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  const moment = new Date(`${day}T${edge === 'start' ? '00:00:00' : '23:59:59'}`)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}
