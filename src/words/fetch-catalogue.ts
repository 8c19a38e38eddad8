import type { Catalogue } from '#contract/translate.ts'

// Fetched as data: a browser reads them faster than code, and only the one it needs.
const addresses = import.meta.glob<string>('./catalogues/*.json', { query: '?url', import: 'default', eager: true })

/** Where the words of a language are; one without a catalogue of its own shows English. */
export function findCatalogueAddress(language: string): string {
  return addresses[`./catalogues/${language}.json`] ?? addresses['./catalogues/en.json'] ?? ''
}

export async function fetchCatalogue(language: string): Promise<Catalogue> {
  const answer = await fetch(findCatalogueAddress(language))
  if (!answer.ok) throw new Error(`The words of ${language} could not be fetched: ${answer.status}`)
  return answer.json()
}
