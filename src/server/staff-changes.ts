import { isDeepStrictEqual } from 'node:util'
import type { StaffCall } from '#contract/staff-call.ts'

// What the audit log keeps of a write: what it was about, and which fields it changed.

export type Changes = { before: Record<string, unknown>; after: Record<string, unknown> }

/** Compared as they go over the wire, field by field. */
export function findChanges(before: object | null, after: object | null): Changes {
  const was = asSent(before)
  const is = asSent(after)
  const changed = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => !isDeepStrictEqual(was[name], is[name]),
  )
  const pick = (from: Record<string, unknown>) =>
    Object.fromEntries(changed.filter((name) => name in from).map((name) => [name, from[name]]))
  return { before: pick(was), after: pick(is) }
}

const asSent = (value: object | null) => JSON.parse(JSON.stringify(value ?? {})) as Record<string, unknown>

export function toRecord(call: StaffCall, data: unknown): object | null {
  return call.answers === 'one' && typeof data === 'object' ? data : null
}

/** `orders/HB…`: the address without its verb, or what was made. */
export function nameThing({ path }: StaffCall, input: object, thing: object | null): string {
  const given = input as Record<string, unknown>
  const [area = '', ...rest] = path.slice(1).split('/')
  const named = rest.find((part) => part.startsWith(':'))
  const made = (thing ?? {}) as Record<string, unknown>
  const asked = named && given[named.slice(1)]
  const own = named ? spellAsked(asked, made) : (made.number ?? made.handle ?? made.code ?? made.id)
  return own === undefined || own === null ? area : `${area}/${String(own).slice(0, 100)}`
}

/** As the thing spells itself, in capitals or not. */
function spellAsked(asked: unknown, { id, number }: Record<string, unknown>): unknown {
  const typed = String(asked).trim().toLowerCase()
  return [id, number].find((name) => typeof name === 'string' && name.toLowerCase() === typed) ?? asked
}
