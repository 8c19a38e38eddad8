/** The maximum length of a value in characters. A description with all its HTML has a fifth of this length. */
const maxValueLength = 100_000

/** Returns the reason why the database cannot store a text, or null. */
export function findTextProblem(text: string): string | null {
  if (text.length > maxValueLength) return `a value has more than ${maxValueLength} characters`
  if (text.includes('\0')) return 'the record contains a NUL character'
  return text.includes('\uFFFD') || !text.isWellFormed() ? 'the record is not encoded in UTF-8' : null
}

/**
 * Returns the reason why the database cannot store a JSON value, or null. The depth of the value was limited before
 * parsing.
 */
export function findUnstorable(value: unknown): string | null {
  if (typeof value === 'string') return findTextProblem(value)
  if (typeof value !== 'object' || value === null) return null
  if (Array.isArray(value)) {
    for (const part of value) {
      const problem = findUnstorable(part)
      if (problem !== null) return problem
    }
    return null
  }
  for (const [name, part] of Object.entries(value)) {
    const problem = findTextProblem(name) ?? findUnstorable(part)
    if (problem !== null) return problem
  }
  return null
}

/** Replaces NUL characters, which PostgreSQL cannot store. */
export const replaceNul = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text)
