import type { Catalogue } from '#contract/text/translate.ts'

/**
 * Fetches the catalog of a page's language. The catalog is data instead of code, because a browser parses data faster.
 * It contains one language only.
 */
export async function fetchCatalogue(address: string): Promise<Catalogue> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`The words at ${address} could not be fetched: ${answer.status}`)
  return answer.json()
}
