import { useEffect, useState } from 'react'
import { useConsole } from '#console/shell/console-context.ts'
import { listStaffProducts } from '#features/catalogue/products.staff.contract.ts'
import type { OrderHead } from '#features/orders/orders.staff.contract.ts'
import { productLink } from '#links/catalogue.links.ts'
import { orderLink } from '#links/orders.links.ts'
import { useTemplates } from '../parts/template-list.tsx'
import { filterSuggestions, type SuggestionQuery } from './suggestions.rules.ts'

/** Suggestion: `text` is shown beside the name, `pick` is inserted into the answer. */
export type Suggestion = { id: string; name: string; text: string; pick: string }
const maxShown = 8
/** 200 ms: waits for a pause in typing, because each response takes longer than a key press. */
const typingMs = 200

/** Returns the suggestions for a typed query. */
export function useSuggestions(
  query: SuggestionQuery | null,
  language: string | null,
  orders: readonly OrderHead[],
): Suggestion[] {
  const { shop } = useConsole()
  const templates = useTemplates('inbox', language, query?.kind === 'template')
  const products = useProducts(query?.kind === 'link' ? query.words : '')
  if (!query) return []
  const all =
    query.kind === 'template'
      ? (templates ?? []).map(({ id, name, body }) => ({ id, name, text: body, pick: body }))
      : orders.map(({ id, number, status }) => ({
          id,
          name: number,
          text: `Order, ${status}`,
          pick: new URL(orderLink(id), shop.url).href,
        }))
  return [...filterSuggestions(all, query.words), ...products].slice(0, maxShown)
}

/** Finds products by the search of the catalog, from two characters on. */
function useProducts(words: string): Suggestion[] {
  const { call, shop } = useConsole()
  const [found, setFound] = useState<Suggestion[]>([])
  useEffect(() => {
    setFound([])
    if (words.length < 2) return
    const timer = setTimeout(async () => {
      try {
        const { data } = await call(listStaffProducts, { q: words, limit: 5 })
        setFound(
          data.data.map(({ handle, name }) => ({
            id: handle,
            name,
            text: 'Product',
            pick: new URL(productLink(handle), shop.url).href,
          })),
        )
      } catch {
        // Staff who may not see products get suggestions for orders only.
      }
    }, typingMs)
    return () => clearTimeout(timer)
  }, [words, call, shop.url])
  return found
}
