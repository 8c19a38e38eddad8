import { Package } from 'lucide-react'
import { type Finder, formatStatus, maxResults } from '#console/additions.ts'
import { staffOrderLink } from '#console/shell/console-links.ts'
import { formatMoney } from '#console/ui/format/money.rules.ts'
import { listOrders } from '#features/orders/orders.staff.contract.ts'

export const orderFinder: Finder = {
  kind: 'orders',
  scope: 'orders:read',
  find: async (call, q, signal) =>
    (await call(listOrders, { q, limit: maxResults }, { signal })).data.data.map((one) => ({
      icon: Package,
      name: `${one.number}, ${one.customer.name}`,
      detail: `${formatStatus(one.status)} · ${formatMoney(one.total)}`,
      href: staffOrderLink(one.number),
    })),
}
