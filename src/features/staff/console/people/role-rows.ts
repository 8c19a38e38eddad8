import { allowsScope, type Scope, scopeNames, scopes } from '#contract/calls/scopes.ts'
import type { Me } from '#features/staff/me.staff.contract.ts'
import type { Role } from '#features/staff/members.staff.contract.ts'
import { canGrant } from '#features/staff/staff.rules.ts'

/**
 * Rows of the table of roles, one for each scope. Each row has the text of its scope, so that the table always matches
 * the rights.
 */
export const roleRows = scopeNames.map((scope) => ({
  scope,
  name: scopes[scope],
  hasLimit: scope === 'refunds:write',
}))

export function roleAllows({ is_owner, scopes: granted }: Pick<Role, 'is_owner' | 'scopes'>, required: Scope): boolean {
  return is_owner || allowsScope(new Set<string>(granted), required)
}

const toGrantingMember = (me: Pick<Me, 'role' | 'scopes' | 'refund_limit'>) => ({
  isOwner: me.role?.is_owner ?? false,
  scopes: new Set(me.scopes),
  refundLimit: me.refund_limit,
})

/** Returns whether a member may give a role, by the same rule as the server. */
export function canGrantRole(me: Me, { is_owner: isOwner, scopes, refund_limit: refundLimit }: Role): boolean {
  return canGrant(toGrantingMember(me), { isOwner, scopes, refundLimit })
}

/** Returns the scopes that this member may give to a key. */
export function findKeyScopes(me: Me): ReadonlySet<Scope> {
  const grantor = toGrantingMember(me)
  const isGrantable = (scope: Scope) => canGrant(grantor, { isOwner: false, scopes: [scope], refundLimit: null })
  return new Set(scopeNames.filter(isGrantable))
}
