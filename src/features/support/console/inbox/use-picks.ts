import { useEffect, useState } from 'react'
import { useConsole } from '#console/shell/console-context.ts'
import { listStaffProducts } from '#features/catalogue/products.staff.contract.ts'
import type { OrderHead } from '#features/orders/orders.staff.contract.ts'
import { productLink } from '#links/catalogue.links.ts'
import { orderLink } from '#links/orders.links.ts'
import { useTemplates } from '../parts/template-list.tsx'
import { filterPicks, type Wish } from './picks.rules.ts'

/** `text` is what stands beside the name, `pick` what comes into the answer. */
export type Pick = { id: string; name: string; text: string; pick: string }
const shownMost = 8
/** Letters come quicker than answers. */
const typingMs = 200

/** What can be put into an answer in place of what is being typed. */
export function usePicks(wish: Wish | null, language: string | null, orders: readonly OrderHead[]): Pick[] {
  const { shop } = useConsole()
  const templates = useTemplates('inbox', language, wish?.kind === 'template')
  const products = useProducts(wish?.kind === 'link' ? wish.words : '')
  if (!wish) return []
  const all =
    wish.kind === 'template'
      ? (templates ?? []).map(({ id, name, body }) => ({ id, name, text: body, pick: body }))
      : orders.map(({ id, number, status }) => ({
          id,
          name: number,
          text: `Order, ${status}`,
          pick: new URL(orderLink(id), shop.url).href,
        }))
  return [...filterPicks(all, wish.words), ...products].slice(0, shownMost)
}

/** Products by how a search of the catalogue finds them, from two letters on. */
function useProducts(words: string): Pick[] {
  const { call, shop } = useConsole()
  const [found, setFound] = useState<Pick[]>([])
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
        // Whoever may not see products is offered orders alone.
      }
    }, typingMs)
    return () => clearTimeout(timer)
  }, [words, call, shop.url])
  return found
}
