import { isDeepStrictEqual } from 'node:util'
import type { StaffCall } from '#contract/calls/staff-call.ts'
import { fieldsOf, isRecord } from '#contract/values.ts'

// The changes that the audit log stores for a write: the subject and the changed fields.

export type Changes = { before: Record<string, unknown>; after: Record<string, unknown> }

/**
 * Returns the changed fields in wire format. With `isNarrow`, lists of identifiable items keep only the changed items,
 * each with its name and changed fields, so that the log stays short. Without it, the lists are complete and can be
 * restored.
 */
export function findChanges(before: object | null, after: object | null, isNarrow = false): Changes {
  const [was, is] = isNarrow
    ? narrowLists(asWireValue(before), asWireValue(after))
    : [asWireValue(before), asWireValue(after)]
  const changed = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => !isDeepStrictEqual(was[name], is[name]),
  )
  const pick = (from: Record<string, unknown>) =>
    Object.fromEntries(changed.filter((name) => name in from).map((name) => [name, from[name]]))
  return { before: pick(was), after: pick(is) }
}

const asWireValue = (value: object | null) => fieldsOf(JSON.parse(JSON.stringify(value ?? {})))

type Values = Record<string, unknown>
/** The fields that identify an item of a list, and the fields with its name. */
const identities = ['sku', 'currency', 'id', 'number', 'code', 'language'] as const
const labels = ['name', 'title', 'options']

function narrowLists(was: Values, is: Values): [Values, Values] {
  const before = { ...was }
  const after = { ...is }
  for (const [name, old] of Object.entries(was)) {
    const narrow = narrowList(old, is[name])
    if (narrow) [before[name], after[name]] = narrow
  }
  return [before, after]
}

function narrowList(was: unknown, is: unknown): [Values[], Values[]] | null {
  const [old, now] = [keyList(was), keyList(is)]
  if (!old || !now) return null
  const isChanged = (key: string) => !isDeepStrictEqual(old.get(key), now.get(key))
  const pick = (from: Map<string, Values>, other: Map<string, Values>) =>
    [...from].filter(([key]) => isChanged(key)).map(([key, one]) => pickChanged(one, other.get(key)))
  return [pick(old, now), pick(now, old)]
}

/** Returns the items by their identity, or null if the list contains other values. */
function keyList(list: unknown): Map<string, Values> | null {
  if (!Array.isArray(list) || !list.every(isRecord)) return null
  const keyed = new Map(
    list.map((one) => [identities.flatMap((name) => (name in one ? [one[name]] : [])).join(' '), one]),
  )
  return keyed.size === list.length && !keyed.has('') ? keyed : null
}

function pickChanged(one: Values, other: Values | undefined): Values {
  const isAlwaysIncluded = (name: string) => [...identities, ...labels].includes(name)
  const entries = Object.entries(one).filter(
    ([name, value]) => isAlwaysIncluded(name) || !other || !isDeepStrictEqual(value, other[name]),
  )
  return Object.fromEntries(entries)
}

export function toRecord(call: StaffCall, data: unknown): object | null {
  return call.answers === 'one' && typeof data === 'object' ? data : null
}

/** Returns the subject of a call, such as `orders/HB…`: the path without its verb, or the created resource. */
export function nameResource({ path }: StaffCall, input: object, resource: object | null): string {
  const given = fieldsOf(input)
  const [area = '', ...rest] = path.slice(1).split('/')
  const keyParameter = rest.find((part) => part.startsWith(':'))
  const made = fieldsOf(resource)
  const typedKey = keyParameter && given[keyParameter.slice(1)]
  const own = keyParameter ? takeStoredSpelling(typedKey, made) : (made.number ?? made.handle ?? made.code ?? made.id)
  return own === undefined || own === null ? area : `${area}/${String(own).slice(0, 100)}`
}

/** Returns the id or number as the resource spells it, because callers may use another case. */
function takeStoredSpelling(typedKey: unknown, { id, number }: Record<string, unknown>): unknown {
  const typed = String(typedKey).trim().toLowerCase()
  return [id, number].find((name) => typeof name === 'string' && name.toLowerCase() === typed) ?? typedKey
}
