type Values = Record<string, unknown>

const isSame = (a: unknown, b: unknown) => Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b)

export function findChanged<V extends Values>(values: V, initial: V): (keyof V & string)[] {
  return Object.keys(values).filter((name) => !isSame(values[name], initial[name]))
}

/** It was read anew: what somebody is changing stays as typed, the rest follows. */
export function rebase<V extends Values>(values: V, before: V, now: V): V {
  const changed = Object.fromEntries(findChanged(values, before).map((name) => [name, values[name]]))
  return { ...now, ...changed }
}

export type Clash = { field: string; theirs: unknown; yours?: unknown }

/** What somebody else changed between two readings, and what was typed over it here. */
export function findClashes<V extends Values>(values: V, before: V, now: V): Clash[] {
  return findChanged(now, before).map((field) => ({
    field,
    theirs: now[field],
    ...(!isSame(values[field], now[field]) && { yours: values[field] }),
  }))
}

const kindOf = (value: unknown) => (Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value)

/** Whether a kept value has the shape of one that a form shows; null stands beside any single value. */
function isAlike(kept: unknown, shown: unknown): boolean {
  const [one, other] = [kindOf(kept), kindOf(shown)]
  if (one !== 'undefined' && (one === 'null' || other === 'null')) return true
  if (one !== other) return false
  if (Array.isArray(kept) && Array.isArray(shown))
    return shown.length === 0 || kept.every((row) => isAlike(row, shown[0]))
  if (one !== 'object') return true
  return Object.keys(shown as Values).every((name) => isAlike((kept as Values)[name], (shown as Values)[name]))
}

/** What of a draft fits a form as it is today: a draft may be of an older release. */
export function pickAlike<V extends Values>(kept: Values, shown: V): Partial<V> {
  const fitting = Object.entries(kept).filter(([name, value]) => name in shown && isAlike(value, shown[name]))
  return Object.fromEntries(fitting) as Partial<V>
}

type FieldError = { field: string; detail: string }

/** What the shop said about one field, or about a part of it: `free_from.amount` belongs to `free_from`. */
export function findError(errors: readonly FieldError[], name: string): string | null {
  return errors.find(({ field }) => field === name || field.startsWith(`${name}.`))?.detail ?? null
}

/** `{ 'shop.name': 'x' }` as `{ shop: { name: 'x' } }`. */
export function nest(values: Values): Record<string, Values> {
  const nested: Record<string, Values> = {}
  for (const [name, value] of Object.entries(values)) {
    const [group = '', field = ''] = name.split('.')
    nested[group] = { ...nested[group], [field]: value }
  }
  return nested
}
