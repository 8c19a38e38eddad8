import type { Catalogue } from '#contract/text/translate.ts'

/** The words of a page's language. Fetched as data: a browser reads them faster than code, and only the one language it needs. */
export async function fetchCatalogue(address: string): Promise<Catalogue> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`The words at ${address} could not be fetched: ${answer.status}`)
  return answer.json()
}
