import { allowsScope, type Scope } from '#contract/scopes.ts'
import type { Role } from '../members.staff.contract.ts'

/** What a role may do, in the words of the work; whoever has all of a row's scopes may. */
export const roleRows: { name: string; scopes: Scope[]; hasLimit?: true }[] = [
  { name: 'See orders and customers', scopes: ['orders:read', 'customers:read'] },
  { name: 'Pack and ship', scopes: ['orders:write'] },
  { name: 'Judge returns', scopes: ['returns:judge'] },
  { name: 'Receive returns', scopes: ['returns:receive'] },
  { name: 'Refund', scopes: ['refunds:write'], hasLimit: true },
  { name: 'Answer shoppers', scopes: ['inbox:write'] },
  { name: 'Hide and answer reviews', scopes: ['reviews:write'] },
  { name: 'Products and prices', scopes: ['catalogue:write'] },
  { name: 'Stock', scopes: ['stock:write'] },
  { name: 'Coupons, widgets, adverts', scopes: ['marketing:write'] },
  { name: 'Pages and navigation', scopes: ['content:write'] },
  { name: 'Settings', scopes: ['settings:write'] },
  { name: 'Staff', scopes: ['staff:write'] },
  { name: 'Keys', scopes: ['keys:write'] },
  { name: 'Export and erase data', scopes: ['customers:erase'] },
  { name: 'Read the audit log', scopes: ['audit:read'] },
]

export function mayRole({ is_owner, scopes }: Pick<Role, 'is_owner' | 'scopes'>, wanted: readonly Scope[]): boolean {
  const granted = new Set<string>(scopes)
  return is_owner || wanted.every((scope) => allowsScope(granted, scope))
}

/** Nobody gives more than they have. */
export function mayGiveRole(
  me: { role: { is_owner: boolean } | null; scopes: readonly string[] },
  role: Role,
): boolean {
  if (me.role?.is_owner) return true
  return !role.is_owner && role.scopes.every((scope) => me.scopes.includes(scope))
}
