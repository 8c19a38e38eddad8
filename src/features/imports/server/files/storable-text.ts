/** Characters of one value: a description with all its tags is a fifth of it. */
const longestValue = 100_000

/** Finds what keeps a text out of the database. */
export function findTextProblem(text: string): string | null {
  if (text.length > longestValue) return `a value has more than ${longestValue} characters`
  if (text.includes('\0')) return 'it has a NUL character'
  return text.includes('\uFFFD') || !text.isWellFormed() ? 'it is not written in UTF-8' : null
}

/** Finds what keeps a value of JSON out of the database. Its depth is bounded before it is parsed. */
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

/** A text that can be kept: PostgreSQL takes no NUL. */
export const withoutNul = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text)
