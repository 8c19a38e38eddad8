import { User } from 'lucide-react'
import { type Finder, maxResults } from '#console/additions.ts'
import { staffCustomerLink } from '#console/shell/console-links.ts'
import { listCustomers } from '#features/customers/customers.staff.contract.ts'

export const customerFinder: Finder = {
  kind: 'people',
  scope: 'customers:read',
  find: async (call, q, signal) =>
    (await call(listCustomers, { q, limit: maxResults }, { signal })).data.data.map((one) => ({
      icon: User,
      name: one.name || one.email,
      detail: `${one.email} · ${one.orders_count} ${one.orders_count === 1 ? 'order' : 'orders'}`,
      href: staffCustomerLink(one.id),
    })),
}
