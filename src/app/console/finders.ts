import type { Finder } from '#console/additions.ts'
import { productFinder } from '#features/catalogue/console/products/find-products.ts'
import { customerFinder } from '#features/customers/console/list/find-customers.ts'
import { orderFinder } from '#features/orders/console/list/find-orders.ts'
import { returnFinder } from '#features/returns/console/list/find-returns.ts'
import { inboxFinder } from '#features/support/console/inbox/find-inbox.ts'

/** The finders in the order of the palette's results. */
export const finders: readonly Finder[] = [customerFinder, orderFinder, returnFinder, productFinder, inboxFinder]
