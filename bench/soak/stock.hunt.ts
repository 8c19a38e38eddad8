import { sql } from 'drizzle-orm'
import type { Ground, Hunt } from './hunt.ts'

const address = {
  firstname: 'Nobody',
  lastname: 'Known',
  telephone: '+1 207 555 0199',
  address_1: '1 Nowhere',
  city: 'Portland',
  state: 'Maine',
  country: 'United States',
  postcode: '04101',
}

/** Places the largest order that an unverified email address may place. */
async function reserve({ ask, randomAddress }: Ground, skuIds: number[], email: string): Promise<number> {
  const headers: Record<string, string> = { ...randomAddress(), 'content-type': 'application/json' }
  for (const sku_id of skuIds) {
    const added = await ask('/rest/cart', { method: 'POST', headers, body: JSON.stringify({ sku_id, quantity: 10 }) })
    const cookie = added.headers.get('set-cookie')?.split(';')[0]
    if (cookie) headers.cookie = cookie
  }
  const { data: quote } = await (await ask('/rest/checkout?currency=USD', { headers })).json()
  if (!quote || quote.lines.length === 0) return 0
  const { shipping_method, claim_id, currency, total } = quote
  const lines = quote.lines.map(({ sku_id, quantity }: { sku_id: number; quantity: number }) => ({ sku_id, quantity }))
  const order = { email, address, shipping_method, claim_id, currency, lines, total: total.price_value }
  const placed = await ask('/rest/checkout', { method: 'POST', headers, body: JSON.stringify(order) })
  return placed.status
}

const hunt: Hunt = {
  promise: 'Guests who pay nothing hold a fifth of a shelf at most, from however many addresses and networks they come',
  hunt: async (ground) => {
    const { db, fault, isOver } = ground
    const { rows: shelf } = await db.execute<{ id: number; inventory: number }>(
      sql`select id, inventory from skus where inventory > 0 order by id`,
    )
    const before = new Map(shelf.map(({ id, inventory }) => [id, inventory]))
    const ids = [...before.keys()]
    for (let round = 0; round < 400 && !isOver(); round++) {
      const from = (round * 5) % ids.length
      const status = await reserve(ground, ids.slice(from, from + 5), `nobody-${round}@harbor.test`)
      if (status >= 500) fault(`Placing answered ${status}`)
    }
    const { rows: after } = await db.execute<{ id: number; inventory: number }>(sql`select id, inventory from skus`)
    for (const { id, inventory } of after) {
      const had = before.get(id) ?? 0
      const max = Math.max(1, Math.ceil(had / 5))
      if (had - inventory > max) fault(`Of ${had} of sku ${id} strangers hold ${had - inventory}`)
    }
  },
}
export default hunt
