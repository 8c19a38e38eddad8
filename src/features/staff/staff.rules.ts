import { allowsScope, type Scope, scopeNames } from '#contract/calls/scopes.ts'
import { dayMs, hourMs, minuteMs } from '#contract/times/times.ts'

/** Time after which an unused session ends. Every session ends after a week at the latest. */
export const idleMs = 12 * hourMs
export const sessionMs = 7 * dayMs

/** Lifetimes of mailed links, of a sign-in that waits for its second step, and of a recent second step. */
export const inviteMs = 3 * dayMs
export const setupMs = 7 * dayMs
export const resetMs = hourMs
export const stepMs = 10 * minuteMs
export const recentSignInMs = 15 * minuteMs
/** Number of wrong codes at one sign-in, after which the password is required again. */
export const codeTries = 5
export const recoveryCodeCount = 10
/** 2 billion minor units of the shop's currency: the largest round number that fits the column. */
export const maxRefundLimit = 2_000_000_000

type Grantor = { isOwner: boolean; scopes: ReadonlySet<string>; refundLimit: number | null }
type GrantedRights = { isOwner: boolean; scopes: readonly string[]; refundLimit: number | null }

/**
 * Scopes whose calls respect the refund limit of a role. `orders:write` is included because canceling a paid order
 * refunds it.
 */
const refundScopes: readonly string[] = ['orders:write', 'refunds:write', 'returns:judge'] satisfies Scope[]

/**
 * Returns whether the giver may give a role or a key, or change a member with that role. The giver needs all scopes of
 * the role or key, and at least the same refund limit. Otherwise, members with a limit could get a role without a
 * limit.
 */
export function canGrant(grantor: Grantor, given: GrantedRights): boolean {
  if (grantor.isOwner) return true
  if (given.isOwner || !given.scopes.every((scope) => allowsScope(grantor.scopes, scope as Scope))) return false
  if (grantor.refundLimit === null || !given.scopes.some((scope) => refundScopes.includes(scope))) return true
  return given.refundLimit !== null && given.refundLimit <= grantor.refundLimit
}

/** Returns whether a text is a network: `203.0.113.7`, `203.0.113.0/24` or `2001:db8::/32`. */
export function isNetwork(text: string): boolean {
  const [, start = '', prefixLength] = /^([\da-f.:]{2,45})(?:\/(\d{1,3}))?$/i.exec(text) ?? []
  const isIPv6 = start.includes(':')
  const isIPv4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(start)
  if (isIPv6 ? !URL.canParse(`http://[${start}]`) : !isIPv4) return false
  return prefixLength === undefined || Number(prefixLength) <= (isIPv6 ? 128 : 32)
}

type Role = { id: string; name: string; scopes: Scope[]; isOwner?: true; refundLimit?: number }

const reads = scopeNames.filter((scope) => scope.endsWith(':read'))
const allScopesExcept = (...left: Scope[]) => scopeNames.filter((scope) => !left.includes(scope))

export const builtInRoles: Role[] = [
  { id: 'owner', name: 'Owner', scopes: [...scopeNames], isOwner: true },
  { id: 'manager', name: 'Manager', scopes: allScopesExcept('keys:write') },
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
