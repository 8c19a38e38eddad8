import { formatMoney } from '#console/ui/format/money.rules.ts'
import type { AuditRow } from '#features/staff/audit.staff.contract.ts'

/**
 * Part of a sentence in the log, after the name of the actor. A part is plain text, a value in bold, or the resource.
 */
export const it = { it: true } as const
export type SentencePart = string | { value: string } | typeof it

type Values = Record<string, unknown>
export type AuditedChange = Pick<AuditRow, 'call' | 'about' | 'about_name' | 'before' | 'after'>
/** The formats of values: a function that formats times in the reader's time zone, and the shop's own currency. */
export type ValueFormats = { time: (at: string) => string; currency: string }

const longest = 160
const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z$/
/** Random id, alone or after its area, as the log writes resources. */
const randomId = /^([a-z-]+\/)?[a-z0-9]{24}$/

export const isGroup = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const listGroups = (value: unknown): Values[] => (Array.isArray(value) ? value.filter(isGroup) : [])
export const isMoney = (value: unknown): value is { amount: number; currency: string } =>
  isGroup(value) && typeof value.amount === 'number' && typeof value.currency === 'string'

const shorten = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text)
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Fields that mean nothing to a merchant, or that repeat the sentence. */
const hiddenFields = new Set([
  'id',
  'possible',
  'path',
  'width',
  'height',
  'version',
  'search_words',
  'updated_at',
  'call',
])
const isHiddenField = (name: string) => hiddenFields.has(name) || /(^|_)ids?$/.test(name)

const fieldNames: Record<string, string> = {
  alt: 'description of the picture',
  compare_at: 'compare-at price',
  ends_at: 'end',
  starts_at: 'start',
  free_from: 'free from',
  hold_reason: 'reason for the hold',
  ip: 'address',
  is_active: 'active',
  is_on: 'switched on',
  is_visible: 'visible',
  own_tags: 'tags',
  refund_limit: 'refund limit',
  sort: 'position',
  special: 'special price',
  us: 'US size',
  eu: 'EU size',
  ui_language: 'language',
}

/** Formats a field name as words: `max_days` becomes `max days`. */
export function formatFieldName(name: string): string {
  return fieldNames[name] ?? name.replaceAll(/[-_]/g, ' ').replace(/^is /, '')
}

/** Numbers that are amounts in the shop's own currency. */
const homeMoney = new Set(['refund_limit'])

/** Formats a value for a merchant. Returns null for an empty value. */
export function formatValue(value: unknown, name: string, formats: ValueFormats): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') {
    return homeMoney.has(name) ? formatMoney({ amount: value, currency: formats.currency }) : String(value)
  }
  if (typeof value === 'string') return formatText(value, formats)
  if (isMoney(value)) return formatMoney(value)
  if (Array.isArray(value)) return formatList(value, formats)
  return isGroup(value) ? nameListItem(value) : null
}

function formatText(text: string, formats: ValueFormats): string | null {
  if (isoTime.test(text)) return formats.time(text)
  if (randomId.test(text)) return null
  // Fixed values of the API, such as `on_hold`.
  return /^[a-z]+(_[a-z]+)+$/.test(text) ? text.replaceAll('_', ' ') : shorten(text)
}

function formatList(list: unknown[], formats: ValueFormats): string | null {
  if (list.length === 0) return null
  const names = list.map((one) => (isGroup(one) ? nameListItem(one) : formatValue(one, '', formats)))
  return names.every((one) => one !== null) ? shorten(names.join(', ')) : `${list.length}`
}

/** Returns the name of a resource, from the first field that contains one. */
export function nameListItem(listItem: Values): string | null {
  const options = listGroups(listItem.options).map(({ value }) => String(value))
  for (const field of [
    'name',
    'title',
    'sku',
    'number',
    'code',
    'label',
    'reason',
    'email',
    'text',
    'url',
    'file_name',
  ]) {
    const name = listItem[field]
    if (typeof name !== 'string' || name === '' || randomId.test(name)) continue
    return field === 'sku' && options.length > 0 ? `${options.join(' / ')} (${name})` : shorten(name)
  }
  if (typeof listItem.eu === 'number') return `EU ${listItem.eu}: ${String(listItem.us)}`
  return typeof listItem.tracking_number === 'string' ? listItem.tracking_number : null
}

export type Change = { name: string; before: string | null; after: string | null }

/** Lists the changed fields in readable form. Groups and lists of named resources are compared one level down. */
export function listChanges(
  { before, after }: Pick<AuditedChange, 'before' | 'after'>,
  formats: ValueFormats,
): Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !isHiddenField(name))
  return names.flatMap((name) => compare(name, before[name], after[name], formats))
}

function compare(name: string, was: unknown, is: unknown, formats: ValueFormats): Change[] {
  const pairs = pairListItems(was, is)
  if (pairs) {
    return pairs.flatMap(({ label, old, now }) =>
      listChanges({ before: old, after: now }, formats)
        .filter((change) => !['Name', 'Sku', 'Number', 'Code', 'Currency', 'Options', 'Title'].includes(change.name))
        .map((change) => ({ ...change, name: `${label}: ${change.name.toLowerCase()}` })),
    )
  }
  const isNested = [was, is].some((value) => isGroup(value) && !isMoney(value) && !('id' in value))
  if (isNested) {
    const inside = listChanges({ before: isGroup(was) ? was : {}, after: isGroup(is) ? is : {} }, formats)
    return inside.map((change) => ({
      ...change,
      name: `${capitalize(formatFieldName(name))}: ${change.name.toLowerCase()}`,
    }))
  }
  const [old, now] = [formatValue(was, name, formats), formatValue(is, name, formats)]
  return old === now ? [] : [{ name: capitalize(formatFieldName(name)), before: old, after: now }]
}

/** Pairs the old and the new state of each resource, if both values are lists of named resources. */
function pairListItems(was: unknown, is: unknown): { label: string; old: Values; now: Values }[] | null {
  const [old, now] = [was ?? [], is ?? []]
  if (!Array.isArray(old) || !Array.isArray(now) || old.length + now.length === 0) return null
  const [oldGroups, newGroups] = [listGroups(old), listGroups(now)]
  const all = [...oldGroups, ...newGroups]
  if (all.length < old.length + now.length) return null
  if (!all.every((one) => nameListItem(one) !== null && Object.keys(one).length > 1)) return null
  const labelOf = (one: Values) =>
    [nameListItem(one), one.currency].filter((part) => typeof part === 'string').join(' ')
  const labels = new Set(all.map(labelOf))
  return [...labels].map((label) => ({
    label,
    old: oldGroups.find((one) => labelOf(one) === label) ?? {},
    now: newGroups.find((one) => labelOf(one) === label) ?? {},
  }))
}
