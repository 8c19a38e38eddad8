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

/** Every kind of row of the audit log, by the call or timer that wrote it. A test finds the calls that are missing here. */
export const auditSentences: Record<string, string | Tell> = {
  ...workSentences,
  ...shopSentences,
  [`GET ${ssoCallbackLink}`]: 'signed in with the company account',
  [`POST ${companyAccountLink}`]: 'linked their company account',
  [`DELETE ${companyAccountLink}`]: 'unlinked their company account',
}

/** What is about nothing but whoever did it: its changes are no news. */
const isAboutChange = (call: string) => !/^(GET|POST \/(sign-|forgot|reset|audit))/.test(call) && call !== failedSignIn

export type AuditSentence = {
  parts: SentencePart[]
  /** What was what before, field by field. */
  changes: Change[]
}

/** Says what somebody did. One changed field is told in the sentence itself, from what to what. */
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

/** `changed the price of Weste M from €89.00 to €79.00`. */
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

/** What a row is about, as people call it; the numbers of orders, returns and tickets name themselves. */
export function nameAbout({ about, about_name, before, after }: Told): string {
  const name = about_name ?? nameThing(after) ?? nameThing(before)
  if (name) return name
  const id = about.slice(about.indexOf('/') + 1)
  // Twenty-four random letters name nothing: the sentence goes without them.
  return about.includes('/') && !/^[a-z0-9]{24}$/.test(id) ? (/^\d+$/.test(id) ? `#${id}` : id) : ''
}

/** The sentence as plain text, without who did it. */
export function writeSentence(row: Told, writeTime: WriteTime): string {
  return tellAudit(row, writeTime)
    .parts.map((part) => (typeof part === 'string' ? part : 'value' in part ? part.value : nameAbout(row)))
    .join('')
    .trim()
}

/** Who did it: people and keys by name, timers as the shop's own work. */
export function nameActor({ kind, name }: AuditRow['actor']): string {
  if (kind === 'timer') return 'Harbor'
  if (kind === 'command line') return 'The command line'
  if (kind === 'key') return name ? `API key ${name}` : 'An API key'
  return name || 'Somebody'
}
