import type { Change } from '#server/cache/kept-copies.ts'
import type { Bounds } from '#server/http/bounds.ts'

/** What a page is made of that tells of its changes: one product, or cards of any, beside everything that changes rarely. */
type About = { productId: number | null; bytes: number; until: number }

const shelfMegabyte = 1024 * 1024
// One page never takes the room of many.
const largestShare = 0.05

/** Pages kept in memory, as many as the bounds say, those asked for last; each until something that it shows has changed. */
export function createKeptPages<P extends About>({ keptPages, keptPageMegabytes }: Bounds) {
  const pages = new Map<string, P>()
  const byProduct = new Map<number | null, Set<string>>()
  const mostBytes = keptPageMegabytes * shelfMegabyte
  let bytes = 0
  let changes = 0

  function drop(key: string) {
    const page = pages.get(key)
    if (!page) return
    pages.delete(key)
    bytes -= page.bytes
    const keys = byProduct.get(page.productId)
    keys?.delete(key)
    if (keys?.size === 0) byProduct.delete(page.productId)
  }

  const dropAll = (productId: number | null) => {
    for (const key of [...(byProduct.get(productId) ?? [])]) drop(key)
  }

  return {
    find: (key: string, now: number): P | undefined => {
      const page = pages.get(key)
      if (!page) return undefined
      if (page.until <= now) {
        drop(key)
        return undefined
      }
      // The last in line is the last to go.
      pages.delete(key)
      pages.set(key, page)
      return page
    },
    /** How often something has changed so far: a page that was begun before the last change is not kept. */
    countChanges: () => changes,
    keep: (key: string, page: P) => {
      if (page.bytes > mostBytes * largestShare) return
      drop(key)
      pages.set(key, page)
      bytes += page.bytes
      byProduct.set(page.productId, (byProduct.get(page.productId) ?? new Set()).add(key))
      for (const oldest of pages.keys()) {
        if (pages.size <= keptPages && bytes <= mostBytes) break
        drop(oldest)
      }
    },
    /** As the triggers tell it: a product on its own page, a product as lists show it, or anything else. */
    forget: ({ table, id }: Change) => {
      // These rows tell of the product, too.
      if (id !== undefined && (table === 'products' || table === 'skus' || table === 'stock')) return
      changes++
      if (id !== undefined && table === 'product_page') return dropAll(Number(id))
      if (id !== undefined && table === 'product_card') {
        dropAll(null)
        return dropAll(Number(id))
      }
      pages.clear()
      byProduct.clear()
      bytes = 0
    },
    measure: () => ({ pages: pages.size, bytes }),
  }
}
