import { Shirt } from 'lucide-react'
import { type Finder, maxResults } from '#console/additions.ts'
import { staffProductLink } from '#console/shell/console-links.ts'
import { listStaffProducts } from '#features/catalogue/products.staff.contract.ts'

export const productFinder: Finder = {
  kind: 'products',
  scope: 'catalogue:read',
  find: async (call, q, signal) =>
    (await call(listStaffProducts, { q, limit: maxResults }, { signal })).data.data.map((one) => ({
      icon: Shirt,
      name: one.name,
      detail: one.handle,
      href: staffProductLink(one.handle),
    })),
}
