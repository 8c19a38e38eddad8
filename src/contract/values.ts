/** Returns whether a value is an object with fields and not a list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the fields of an object. Any other value has none. */
export const fieldsOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

/** Returns the keys of an object in their order. The object must not have keys that its type does not name. */
// The annotation lets the bundler drop lists of keys that a page does not use.
/* @__NO_SIDE_EFFECTS__ */
export function keysOf<T extends object>(table: T): Extract<keyof T, string>[] {
  const keys: Extract<keyof T, string>[] = []
  for (const key in table) keys.push(key)
  return keys
}

/** Returns an object with a value for each key. */
export function recordOf<Key extends string, Value>(
  keys: readonly Key[],
  read: (key: Key) => Value,
): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, read(key)])) as Record<Key, Value>
}
