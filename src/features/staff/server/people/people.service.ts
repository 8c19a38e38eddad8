import { and, asc, isNull, or, sql } from 'drizzle-orm'
import type { Scope } from '#contract/calls/scopes.ts'
import type { Database } from '#server/database/database.ts'
import { staffMembers, staffRoles } from '../staff.tables.ts'

/** People whom work can be given to; more of them than a menu can show are found nowhere. */
const mostPeople = 200

/** Whoever works here and has a role that allows this, by name. */
export async function listPeopleWith(db: Database, scope: Scope): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: staffMembers.id, name: staffMembers.name })
    .from(staffMembers)
    .innerJoin(staffRoles, sql`${staffRoles.id} = ${staffMembers.roleId}`)
    .where(and(isNull(staffMembers.disabledAt), or(staffRoles.isOwner, sql`${scope} = any(${staffRoles.scopes})`)))
    .orderBy(asc(staffMembers.name), asc(staffMembers.id))
    .limit(mostPeople)
}
