import { and, asc, isNull, or, sql } from 'drizzle-orm'
import type { Scope } from '#contract/calls/scopes.ts'
import type { Database } from '#server/database/database.ts'
import { staffMembers, staffRoles } from '../staff.tables.ts'

/** 200: the number of people that a menu can show. */
const maxPeople = 200

/** Lists the active members whose role has this scope, sorted by name. */
export async function listPeopleWith(db: Database, scope: Scope): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: staffMembers.id, name: staffMembers.name })
    .from(staffMembers)
    .innerJoin(staffRoles, sql`${staffRoles.id} = ${staffMembers.roleId}`)
    .where(and(isNull(staffMembers.disabledAt), or(staffRoles.isOwner, sql`${scope} = any(${staffRoles.scopes})`)))
    .orderBy(asc(staffMembers.name), asc(staffMembers.id))
    .limit(maxPeople)
}
