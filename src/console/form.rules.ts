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
