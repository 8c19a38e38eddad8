import type { createHarbor } from '../index.ts'

/** Sets the stock that a warehouse counted. Returns the skus that are running low. */
export async function countStock(harbor: ReturnType<typeof createHarbor>, counted: Record<string, number>) {
  const items = Object.entries(counted).map(([sku, set]) => ({ sku, set, reason: 'counted' as const }))
  await harbor.call('changeStock', { items })
  const low: string[] = []
  for await (const { sku, stock } of harbor.all('listStock', { below: 5, limit: 100 })) low.push(`${sku}: ${stock}`)
  return low
}
