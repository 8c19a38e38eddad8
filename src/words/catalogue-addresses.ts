// Imported only by the server, which gives each page the address of its catalog. In the browser's code, every page
// would load the whole list.
const addresses = import.meta.glob<string>('./catalogues/*.json', { query: '?url', import: 'default', eager: true })

/** Returns the address of a language's catalog. A language without a catalog gets the English one. */
export function findCatalogueAddress(language: string): string {
  return addresses[`./catalogues/${language}.json`] ?? addresses['./catalogues/en.json'] ?? ''
}
