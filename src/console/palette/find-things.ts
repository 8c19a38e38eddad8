import { Mail, Package, Shirt, Undo2, User } from 'lucide-react'
import { allowsScope, type Scope } from '#contract/scopes.ts'
import type { MakeStaffCall } from '#contract/staff-call.ts'
import { listCustomers } from '#features/account/customers.staff.contract.ts'
import { listStaffProducts } from '#features/catalogue/products.staff.contract.ts'
import { listInbox } from '#features/inbox/inbox.staff.contract.ts'
import { listOrders } from '#features/orders/orders.staff.contract.ts'
import { listReturns } from '#features/returns/returns.staff.contract.ts'
import * as links from '../console-links.ts'
import { showMoney } from '../ui/money.rules.ts'
import type { FoundThing, PaletteSearch } from './palette.rules.ts'

/** `on_hold` as people read it. */
const nameStatus = (status: string) => `${status[0]?.toUpperCase()}${status.slice(1).replaceAll('_', ' ')}`

/** Of each kind, as many as fit on the screen together. */
const most = 4

type Look = (call: MakeStaffCall, q: string, signal: AbortSignal) => Promise<FoundThing[]>
const looks: { kind: PaletteSearch['kind']; scope: Scope; look: Look }[] = [
  {
    kind: 'people',
    scope: 'customers:read',
    look: async (call, q, signal) =>
      (await call(listCustomers, { q, limit: most }, { signal })).data.data.map((one) => ({
        icon: User,
        name: one.name || one.email,
        detail: `${one.email} · ${one.orders_count} ${one.orders_count === 1 ? 'order' : 'orders'}`,
        href: links.staffCustomerLink(one.id),
      })),
  },
  {
    kind: 'orders',
    scope: 'orders:read',
    look: async (call, q, signal) =>
      (await call(listOrders, { q, limit: most }, { signal })).data.data.map((one) => ({
        icon: Package,
        name: `${one.number}, ${one.customer.name}`,
        detail: `${nameStatus(one.status)} · ${showMoney(one.total)}`,
        href: links.staffOrderLink(one.number),
      })),
  },
  {
    kind: 'returns',
    scope: 'returns:read',
    look: async (call, q, signal) =>
      (await call(listReturns, { q, limit: most }, { signal })).data.data.map((one) => ({
        icon: Undo2,
        name: `${one.number}, ${one.customer.name || one.customer.email}`,
        detail: nameStatus(one.status),
        href: links.staffReturnLink(one.number),
      })),
  },
  {
    kind: 'products',
    scope: 'catalogue:read',
    look: async (call, q, signal) =>
      (await call(listStaffProducts, { q, limit: most }, { signal })).data.data.map((one) => ({
        icon: Shirt,
        name: one.name,
        detail: one.handle,
        href: links.staffProductLink(one.handle),
      })),
  },
  {
    kind: 'inbox',
    scope: 'inbox:read',
    look: async (call, q, signal) =>
      (await call(listInbox, { q, limit: most }, { signal })).data.data.map((one) => ({
        icon: Mail,
        name: one.kind === 'ticket' ? `${one.number}, ${one.subject}` : `${one.from}: ${one.subject}`,
        detail: nameStatus(one.state),
        href: one.kind === 'ticket' ? links.staffTicketLink(one.number) : links.staffChatLink(one.number),
      })),
  },
]

/** Asks every list that this person may read at once; one that fails holds up none of the others. */
export async function findThings(
  call: MakeStaffCall,
  scopes: readonly string[],
  { kind, words }: PaletteSearch,
  signal: AbortSignal,
): Promise<FoundThing[]> {
  const granted = new Set(scopes)
  const asked = looks.filter((one) => allowsScope(granted, one.scope) && (kind === 'all' || one.kind === kind))
  const found = await Promise.allSettled(asked.map(({ look }) => look(call, words, signal)))
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}
