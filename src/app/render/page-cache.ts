import type { Change } from '#server/cache/cached-values.ts'
import type { Bounds } from '#server/http/limits/bounds.ts'

/** The data that invalidates a page: one product, or cards of any products, beside rarely changing data. */
type CachedPage = { productId: number | null; bytes: number; until: number }

const megabyte = 1024 * 1024
// 5%: the largest share of the memory for one page.
const maxPageShare = 0.05

/**
 * Creates a memory cache of pages with the limits of the bounds. A page stays until its content changes, and the least
 * recently used page is evicted first.
 */
export function createPageCache<P extends CachedPage>({ keptPages, keptPageMegabytes }: Bounds) {
  const pages = new Map<string, P>()
  const byProduct = new Map<number | null, Set<string>>()
  const maxBytes = keptPageMegabytes * megabyte
  let bytes = 0
  let changes = 0

  function remove(key: string) {
    const page = pages.get(key)
    if (!page) return
    pages.delete(key)
    bytes -= page.bytes
    const keys = byProduct.get(page.productId)
    keys?.delete(key)
    if (keys?.size === 0) byProduct.delete(page.productId)
  }

  const removeProduct = (productId: number | null) => {
    for (const key of [...(byProduct.get(productId) ?? [])]) remove(key)
  }

  return {
    find: (key: string, now: number): P | undefined => {
      const page = pages.get(key)
      if (!page) return undefined
      if (page.until <= now) {
        remove(key)
        return undefined
      }
      // A map iterates in insertion order, so a used page is inserted again and evicted last.
      pages.delete(key)
      pages.set(key, page)
      return page
    },
    /** Returns the number of changes so far. A page that was started before the last change is not cached. */
    countChanges: () => changes,
    store: (key: string, page: P) => {
      if (page.bytes > maxBytes * maxPageShare) return
      remove(key)
      pages.set(key, page)
      bytes += page.bytes
      byProduct.set(page.productId, (byProduct.get(page.productId) ?? new Set()).add(key))
      for (const oldest of pages.keys()) {
        if (pages.size <= keptPages && bytes <= maxBytes) break
        remove(oldest)
      }
    },
    /**
     * Drops the pages that a trigger's notice concerns: the pages of one product, these pages and all lists, or all
     * pages.
     */
    invalidate: ({ table, id }: Change) => {
      // The triggers of these tables also send a separate notice about the product.
      if (id !== undefined && (table === 'products' || table === 'skus' || table === 'stock')) return
      changes++
      if (id !== undefined && table === 'product_page') return removeProduct(Number(id))
      if (id !== undefined && table === 'product_card') {
        removeProduct(null)
        return removeProduct(Number(id))
      }
      pages.clear()
      byProduct.clear()
      bytes = 0
    },
    measure: () => ({ pages: pages.size, bytes }),
  }
}
