import { failedSignIn } from '#features/staff/audit.rules.ts'
import type { AuditRow } from '#features/staff/audit.staff.contract.ts'
import { companyAccountLink, ssoCallbackLink } from '#features/staff/staff-links.ts'
import {
  type Change,
  it,
  listChanges,
  nameThing,
  type SentencePart,
  type Told,
  type WriteTime,
} from './audit-parts.rules.ts'
import { shopSentences } from './audit-shop.rules.ts'
import { type Tell, workSentences } from './audit-work.rules.ts'

/** Sentences of the audit log, by the call or timer that wrote the row. A test finds missing calls. */
export const auditSentences: Record<string, string | Tell> = {
  ...workSentences,
  ...shopSentences,
  [`GET ${ssoCallbackLink}`]: 'signed in with the company account',
  [`POST ${companyAccountLink}`]: 'linked their company account',
  [`DELETE ${companyAccountLink}`]: 'unlinked their company account',
}

/** Returns whether the row is about a change. Rows about only the actor, such as sign-ins, show no changes. */
const isAboutChange = (call: string) => !/^(GET|POST \/(sign-|forgot|reset|audit))/.test(call) && call !== failedSignIn

export type AuditSentence = {
  parts: SentencePart[]
  changes: Change[]
}

/** Formats a row as a sentence. A single changed field is part of the sentence, with its old and new value. */
export function tellAudit(row: Told, writeTime: WriteTime): AuditSentence {
  const sentence = auditSentences[row.call] ?? 'did something that this version does not know'
  const changes = isAboutChange(row.call) ? listChanges(row, writeTime) : []
  const parts = typeof sentence === 'string' ? fill(sentence) : sentence(row)
  const [only] = changes
  const isEdit = row.call.startsWith('PATCH ') || row.call === 'POST /prices'
  if (!isEdit || changes.length !== 1 || !only || typeof sentence !== 'string') {
    return { parts: row.call === 'POST /prices' ? tellPrice(row, parts, writeTime) : parts, changes }
  }
  const field = only.name.charAt(0).toLowerCase() + only.name.slice(1).replace(': ', ' ')
  const where = row.call === 'PATCH /settings' ? 'in' : 'of'
  const of = fill(sentence.replace(/^changed /, `changed ${field} ${where} `))
  return { parts: [...of, ...tellFromTo(only)], changes }
}

function tellFromTo({ before, after }: Change): SentencePart[] {
  if (before === null) return [' to ', { value: after ?? 'nothing' }]
  return [' from ', { value: before }, ' to ', { value: after ?? 'nothing' }]
}

/** Formats a change of a price: `changed the price of Weste M from €89.00 to €79.00`. */
function tellPrice(row: Told, parts: SentencePart[], writeTime: WriteTime): SentencePart[] {
  const [rows, old] = [row.after.prices, row.before.prices]
  if (!Array.isArray(rows) || rows.length !== 1) return parts
  const before = Array.isArray(old) ? old : []
  const change = listChanges({ before: { price: before[0]?.price }, after: { price: rows[0]?.price } }, writeTime)[0]
  return change ? [...parts, ...tellFromTo(change)] : parts
}

function fill(sentence: string): SentencePart[] {
  const [start = '', end] = sentence.split('{it}')
  return end === undefined ? [start] : [start, it, end]
}

/** Returns the name of a row's resource. Orders, returns and tickets have their numbers as names. */
export function nameAbout({ about, about_name, before, after }: Told): string {
  const name = about_name ?? nameThing(after) ?? nameThing(before)
  if (name) return name
  const id = about.slice(about.indexOf('/') + 1)
  // A random id of 24 characters means nothing to people, so the sentence leaves it out.
  return about.includes('/') && !/^[a-z0-9]{24}$/.test(id) ? (/^\d+$/.test(id) ? `#${id}` : id) : ''
}

/** Formats the sentence as plain text, without the actor. */
export function writeSentence(row: Told, writeTime: WriteTime): string {
  return tellAudit(row, writeTime)
    .parts.map((part) => (typeof part === 'string' ? part : 'value' in part ? part.value : nameAbout(row)))
    .join('')
    .trim()
}

/** Returns the name of an actor: people and keys by name, timers as the shop itself. */
export function nameActor({ kind, name }: AuditRow['actor']): string {
  if (kind === 'timer') return 'Harbor'
  if (kind === 'command line') return 'The command line'
  if (kind === 'key') return name ? `API key ${name}` : 'An API key'
  return name || 'Somebody'
}
