import { failedSignIn } from '#features/staff/audit.rules.ts'
import type { AuditRow } from '#features/staff/audit.staff.contract.ts'
import { companyAccountLink, ssoCallbackLink } from '#features/staff/staff-links.ts'
import { type FormatSentence, orderSentences } from './audit-orders.rules.ts'
import {
  type AuditedChange,
  type Change,
  it,
  listChanges,
  nameListItem,
  type SentencePart,
  type ValueFormats,
} from './audit-parts.rules.ts'
import { shopSentences } from './audit-shop.rules.ts'

/** Sentences of the audit log, by the call or timer that wrote the row. A test fails for a call without a sentence. */
export const auditSentences: Record<string, string | FormatSentence> = {
  ...orderSentences,
  ...shopSentences,
  [`GET ${ssoCallbackLink}`]: 'signed in with the company account',
  [`POST ${companyAccountLink}`]: 'linked their company account',
  [`DELETE ${companyAccountLink}`]: 'unlinked their company account',
}

/** Returns whether the row is about a change. Rows that are only about the actor, such as sign-ins, show no changes. */
const isAboutChange = (call: string) => !/^(GET|POST \/(sign-|forgot|reset|audit))/.test(call) && call !== failedSignIn

export type AuditSentence = {
  parts: SentencePart[]
  changes: Change[]
}

/** Formats a row as a sentence. A single changed field is part of the sentence, with its old and new value. */
export function formatAuditSentence(row: AuditedChange, formats: ValueFormats): AuditSentence {
  const sentence = auditSentences[row.call] ?? 'made a change that this version cannot describe'
  const changes = isAboutChange(row.call) ? listChanges(row, formats) : []
  const parts = typeof sentence === 'string' ? fillSentence(sentence) : sentence(row)
  const [only] = changes
  const isEdit = row.call.startsWith('PATCH ') || row.call === 'POST /prices'
  if (!isEdit || changes.length !== 1 || !only || typeof sentence !== 'string') {
    return { parts: row.call === 'POST /prices' ? formatPriceChange(row, parts, formats) : parts, changes }
  }
  const field = only.name.charAt(0).toLowerCase() + only.name.slice(1).replace(': ', ' ')
  const where = row.call === 'PATCH /settings' ? 'in' : 'of'
  const of = fillSentence(sentence.replace(/^changed /, `changed ${field} ${where} `))
  return { parts: [...of, ...formatFromTo(only)], changes }
}

function formatFromTo({ before, after }: Change): SentencePart[] {
  if (before === null) return [' to ', { value: after ?? 'nothing' }]
  return [' from ', { value: before }, ' to ', { value: after ?? 'nothing' }]
}

/** Formats a change of a price: `changed the price of Weste M from €89.00 to €79.00`. */
function formatPriceChange(row: AuditedChange, parts: SentencePart[], formats: ValueFormats): SentencePart[] {
  const [rows, old] = [row.after.prices, row.before.prices]
  if (!Array.isArray(rows) || rows.length !== 1) return parts
  const before = Array.isArray(old) ? old : []
  const change = listChanges({ before: { price: before[0]?.price }, after: { price: rows[0]?.price } }, formats)[0]
  return change ? [...parts, ...formatFromTo(change)] : parts
}

function fillSentence(sentence: string): SentencePart[] {
  const [start = '', end] = sentence.split('{it}')
  return end === undefined ? [start] : [start, it, end]
}

/** Returns the name of a row's resource. Orders, returns and tickets have their numbers as names. */
export function formatSubject({ about, about_name, before, after }: AuditedChange): string {
  const name = about_name ?? nameListItem(after) ?? nameListItem(before)
  if (name) return name
  const id = about.slice(about.indexOf('/') + 1)
  // A random id of 24 characters means nothing to people, so the sentence leaves it out.
  return about.includes('/') && !/^[a-z0-9]{24}$/.test(id) ? (/^\d+$/.test(id) ? `#${id}` : id) : ''
}

/** Formats the sentence as plain text, without the actor. */
export function formatSentence(row: AuditedChange, formats: ValueFormats): string {
  return formatAuditSentence(row, formats)
    .parts.map((part) => (typeof part === 'string' ? part : 'value' in part ? part.value : formatSubject(row)))
    .join('')
    .trim()
}

/** Returns the name of an actor: people and keys by name, timers as the shop itself. */
export function formatActor({ kind, name }: AuditRow['actor']): string {
  if (kind === 'timer') return 'Harbor'
  if (kind === 'command line') return 'The command line'
  if (kind === 'key') return name ? `API key ${name}` : 'An API key'
  return name || 'Someone'
}
