import type { createHarbor } from '../index.ts'

/** Returns the entries of the audit log since a point in time as lines for an external log. */
export async function readAudit(harbor: ReturnType<typeof createHarbor>, from: string) {
  const lines: string[] = []
  for await (const row of harbor.all('listAudit', { from, limit: 100 })) {
    lines.push(`${row.at} ${row.actor.name}: ${row.call} about ${row.about}`)
  }
  return lines
}
