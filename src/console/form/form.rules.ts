type Values = Record<string, unknown>

const isSame = (a: unknown, b: unknown) => Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b)

export function findChanged<V extends Values>(values: V, initial: V): (keyof V & string)[] {
  return Object.keys(values).filter((name) => !isSame(values[name], initial[name]))
}

export function pick<V extends Values>(values: V, names: readonly (keyof V & string)[]): Partial<V> {
  const picked: Partial<V> = {}
  for (const name of names) picked[name] = values[name]
  return picked
}

/**
 * Merges reloaded values into a form. Edited fields keep the typed values, and the other fields get the reloaded
 * values.
 */
export function rebase<V extends Values>(values: V, before: V, now: V): V {
  return { ...now, ...pick(values, findChanged(values, before)) }
}

export type Clash<N extends string = string> = { field: N; theirs: unknown; yours?: unknown }

/** Returns the fields that someone else changed between two loads, with the values typed here. */
export function findClashes<V extends Values>(values: V, before: V, now: V): Clash<keyof V & string>[] {
  return findChanged(now, before).map((field) => ({
    field,
    theirs: now[field],
    ...(!isSame(values[field], now[field]) && { yours: values[field] }),
  }))
}

const kindOf = (value: unknown) => (Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value)
const isValues = (value: unknown): value is Values => kindOf(value) === 'object'

/** Returns whether a stored value has the shape of a form value. Null matches any value. */
function hasSameShape<T>(kept: unknown, shown: T): kept is T {
  const [one, other] = [kindOf(kept), kindOf(shown)]
  if (one !== 'undefined' && (one === 'null' || other === 'null')) return true
  if (one !== other) return false
  if (Array.isArray(kept) && Array.isArray(shown))
    return shown.length === 0 || kept.every((row) => hasSameShape(row, shown[0]))
  if (!isValues(kept) || !isValues(shown)) return true
  return Object.keys(shown).every((name) => hasSameShape(kept[name], shown[name]))
}

/** Returns the parts of a draft that fit the current form, because a draft may come from an older release. */
export function pickSameShape<V extends Values>(kept: Values, shown: V): Partial<V> {
  const picked: Partial<V> = {}
  const names: (keyof V & string)[] = Object.keys(shown)
  for (const name of names) {
    const value = kept[name]
    if (name in kept && hasSameShape(value, shown[name])) picked[name] = value
  }
  return picked
}

export type FieldError = { field: string; detail: string }

/** Returns whether an error belongs to a field, as `free_from.amount` belongs to `free_from`. */
const belongsToField = ({ field }: FieldError, name: string) => field === name || field.startsWith(`${name}.`)

/** Returns the error of a field or of a part of it, or null. */
export function findError(errors: readonly FieldError[], name: string): string | null {
  return errors.find((one) => belongsToField(one, name))?.detail ?? null
}

/** Removes the errors of fields that have been changed since the refusal. */
export function removeErrors(errors: readonly FieldError[], names: readonly string[]): FieldError[] {
  return errors.filter((one) => !names.some((name) => belongsToField(one, name)))
}

/** Converts `{ 'shop.name': 'x' }` to `{ shop: { name: 'x' } }`. */
export function nest(values: Values): Record<string, Values> {
  const nested: Record<string, Values> = {}
  for (const [name, value] of Object.entries(values)) {
    const [group = '', field = ''] = name.split('.')
    nested[group] = { ...nested[group], [field]: value }
  }
  return nested
}
