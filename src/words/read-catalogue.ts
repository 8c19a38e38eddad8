import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Catalogue } from '#contract/text/translate.ts'

// From the checkout's folder: built code lies elsewhere than its source, but as deep.
const folder = new URL('../../src/words/catalogues/', import.meta.url)

/** The languages that have a catalogue of their own. */
export const catalogueLanguages: ReadonlySet<string> = new Set(
  readdirSync(folder).map((name) => name.replace('.json', '')),
)

/** For the server, which reads one when it needs it; null for a language that we do not speak. */
export async function readCatalogue(language: string, from = folder): Promise<Catalogue | null> {
  if (!/^[A-Za-z-]+$/.test(language)) return null
  try {
    return JSON.parse(await readFile(new URL(`${language}.json`, from), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
