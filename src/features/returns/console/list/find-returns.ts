import { Undo2 } from 'lucide-react'
import { type Finder, formatStatus, maxResults } from '#console/additions.ts'
import { staffReturnLink } from '#console/shell/console-links.ts'
import { listReturns } from '#features/returns/returns.staff.contract.ts'

export const returnFinder: Finder = {
  kind: 'returns',
  scope: 'returns:read',
  find: async (call, q, signal) =>
    (await call(listReturns, { q, limit: maxResults }, { signal })).data.data.map((one) => ({
      icon: Undo2,
      name: `${one.number}, ${one.customer.name || one.customer.email}`,
      detail: formatStatus(one.status),
      href: staffReturnLink(one.number),
    })),
}
