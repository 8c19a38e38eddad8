/** Returns whether a value is an object with fields and not a list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the fields of an object. Any other value has none. */
export const fieldsOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})
