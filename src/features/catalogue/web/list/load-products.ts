import { listCategories, listProducts } from '#features/catalogue/product-list.contract.ts'
import { readProductQuery, toListInput } from '#features/catalogue/product-list.rules.ts'
import type { WebContext } from '#web/root.tsx'

/** Loads the product list of the shop, a category or a search. */
export async function loadProducts(context: WebContext, words: Record<string, string>, category?: string) {
  const query = readProductQuery(words)
  const [list, categories] = await Promise.all([
    context.load(listProducts, {
      ...toListInput(query),
      ...(category && { category }),
      currency: context.site.currency,
      with_filters: 1,
    }),
    loadCategories(context),
  ])
  return { list, query, categories }
}

/** Loads the categories. If the call fails, the page is shown without categories. */
export function loadCategories({ call }: WebContext) {
  return call(listCategories, {}).catch(() => [])
}

/** Returns the subcategories with a picture. */
export function toTiles<C extends { parent_code: string | null; image: string | null }>(categories: C[]): C[] {
  return categories.filter(({ parent_code, image }) => parent_code !== null && image !== null)
}
