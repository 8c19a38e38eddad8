import type { Catalogue } from '#contract/text/translate.ts'

/**
 * Fetches the catalog of a page's language. It is data, because a browser parses data faster than code, and it contains
 * only one language.
 */
export async function fetchCatalogue(address: string): Promise<Catalogue> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`The words at ${address} could not be fetched: ${answer.status}`)
  return answer.json()
}
