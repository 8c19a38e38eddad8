import { boundRows } from '#server/http/limits/bounds.ts'
import { limitRows } from '#server/http/limits/limits.ts'

type Misspelled = { name: string; meant: string }

const rows = [...boundRows, ...limitRows].map(({ variable }) => variable)

/**
 * Returns variables that resemble a setting but are not settings. Most variables belong to other programs, so only
 * close matches are returned.
 */
export function findMisspelled(environment: Record<string, string | undefined>, settings: string[]): Misspelled[] {
  const known = [...settings, ...rows]
  const isKnown = new Set(known)
  return Object.keys(environment).flatMap((name) => {
    if (isKnown.has(name) || !environment[name]) return []
    const settingName = name.toUpperCase().replaceAll('-', '_')
    const [nearest] = known
      .map((meant) => ({ name, meant, distance: countEdits(settingName, meant) }))
      // Two edits can turn a short name into an unrelated name, such as HOME into HOST.
      .filter(({ meant, distance }) => distance <= (meant.length > 5 ? 2 : 1))
      .sort((a, b) => a.distance - b.distance)
    return nearest ? [{ name, meant: nearest.meant }] : []
  })
}

export function formatMisspelled({ name, meant }: Misspelled): string {
  return `${name} is not a setting and is ignored. Did you mean ${meant}?`
}

/** Returns the edit distance of two names, with swapped neighbors as one edit. Any distance above 2 is returned as 3. */
function countEdits(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? 3) + 1 : 3
      row[j] = Math.min((last[j] ?? 3) + 1, (row[j - 1] ?? 3) + 1, (last[j - 1] ?? 3) + (isSame ? 0 : 1), swapped)
    }
    before = last
    last = row
  }
  return Math.min(3, last[b.length] ?? 3)
}
