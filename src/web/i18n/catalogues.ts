import type { Catalogue } from './use-t.ts'

const loaders = import.meta.glob<{ default: Catalogue }>('./catalogues/*.json')

/** The languages that have a catalogue of their own; every other one shows English. */
export const catalogueLanguages: string[] = Object.keys(loaders).map((path) => path.slice(13, -5))

export async function loadCatalogue(language: string): Promise<Catalogue> {
  const load = loaders[findPath(language)]
  return load ? (await load()).default : {}
}

/** The catalogue's source, as the build names it: pages tell the browser to fetch it early. */
export function findCatalogueFile(language: string): string {
  return `src/web/i18n${findPath(language).slice(1)}`
}

function findPath(language: string): string {
  const path = `./catalogues/${language}.json`
  return path in loaders ? path : './catalogues/en.json'
}
