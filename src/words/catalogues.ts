import type { Catalogue } from '#contract/text/translate.ts'

const loaders = import.meta.glob<{ default: Catalogue }>('./catalogues/*.json')

/** The languages with their own catalog. All others show English. */
export const catalogueLanguages: ReadonlySet<string> = new Set(Object.keys(loaders).map((path) => path.slice(13, -5)))

/** Loads a catalog for the server and the embedded widget. Screens use `fetch-catalogue.ts`. */
export async function loadCatalogue(language: string): Promise<Catalogue> {
  const load = loaders[`./catalogues/${language}.json`]
  if (!load) return language === 'en' ? {} : loadCatalogue('en')
  return (await load()).default
}
