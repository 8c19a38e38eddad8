import type { Catalogue } from '#contract/text/translate.ts'

const loaders = import.meta.glob<{ default: Catalogue }>('./catalogues/*.json')

/** The languages that have a catalogue of their own; every other one shows English. */
export const catalogueLanguages: ReadonlySet<string> = new Set(Object.keys(loaders).map((path) => path.slice(13, -5)))

/** For the server and the embedded widget; screens fetch theirs (`fetch-catalogue.ts`). */
export async function loadCatalogue(language: string): Promise<Catalogue> {
  const load = loaders[`./catalogues/${language}.json`]
  if (!load) return language === 'en' ? {} : loadCatalogue('en')
  return (await load()).default
}
