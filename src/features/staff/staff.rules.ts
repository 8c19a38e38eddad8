import { type Scope, scopeNames } from '#contract/scopes.ts'
import { dayMs, hourMs } from '#contract/times.ts'

/** A session ends when nobody used it for so long, and in any case after a week. */
export const idleMs = 12 * hourMs
export const sessionMs = 7 * dayMs

type Role = { id: string; name: string; scopes: Scope[]; isOwner?: true; refundLimit?: number }

const reads = scopeNames.filter((scope) => scope.endsWith(':read'))
const but = (...left: Scope[]) => scopeNames.filter((scope) => !left.includes(scope))

/** The roles that come with a shop. */
export const builtInRoles: Role[] = [
  { id: 'owner', name: 'Owner', scopes: [...scopeNames], isOwner: true },
  { id: 'manager', name: 'Manager', scopes: but('keys:write') },
  {
    id: 'support',
    name: 'Support',
    scopes: [
      ...reads.filter((scope) => scope !== 'settings:read' && scope !== 'audit:read' && scope !== 'staff:read'),
      'orders:write',
      'returns:judge',
      'inbox:write',
      'reviews:write',
      'customers:write',
      'refunds:write',
    ],
    refundLimit: 20_000,
  },
  {
    id: 'warehouse',
    name: 'Warehouse',
    scopes: [
      'orders:read',
      'orders:write',
      'parcels:write',
      'returns:read',
      'returns:receive',
      'catalogue:read',
      'stock:write',
    ],
  },
  {
    id: 'marketing',
    name: 'Marketing',
    scopes: [
      'catalogue:read',
      'catalogue:write',
      'marketing:read',
      'marketing:write',
      'content:read',
      'content:write',
      'imports:write',
    ],
  },
  { id: 'viewer', name: 'Viewer', scopes: reads },
]
