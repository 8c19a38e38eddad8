// Only in the server's code, which gives each page its own address. The whole list would otherwise be loaded by every page.
const addresses = import.meta.glob<string>('./catalogues/*.json', { query: '?url', import: 'default', eager: true })

/** Returns the address of a language's catalog. A language without a catalog gets the English one. */
export function findCatalogueAddress(language: string): string {
  return addresses[`./catalogues/${language}.json`] ?? addresses['./catalogues/en.json'] ?? ''
}
