// Known to the server alone, which tells each page its own: the whole list would be part of what every page loads.
const addresses = import.meta.glob<string>('./catalogues/*.json', { query: '?url', import: 'default', eager: true })

/** Where the words of a language are; one without a catalogue of its own shows English. */
export function findCatalogueAddress(language: string): string {
  return addresses[`./catalogues/${language}.json`] ?? addresses['./catalogues/en.json'] ?? ''
}
