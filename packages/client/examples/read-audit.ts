import type { createHarbor } from '../index.ts'

/** Who changed something since a moment, and what: for a log of one's own. */
export async function readAudit(harbor: ReturnType<typeof createHarbor>, from: string) {
  const lines: string[] = []
  for await (const row of harbor.all('listAudit', { from, limit: 100 })) {
    lines.push(`${row.at} ${row.actor.name}: ${row.call} about ${row.about}`)
  }
  return lines
}
