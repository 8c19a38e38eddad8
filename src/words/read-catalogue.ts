import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Catalogue } from '#contract/text/translate.ts'

// Relative to the project folder. Built code lies in another folder than its source, but at the same depth.
const folder = new URL('../../src/words/catalogues/', import.meta.url)

export const catalogueLanguages: ReadonlySet<string> = new Set(
  readdirSync(folder).map((name) => name.replace('.json', '')),
)

/** Reads a catalog for the server when it is needed. Returns null for a language without one. */
export async function readCatalogue(language: string, from = folder): Promise<Catalogue | null> {
  if (!/^[A-Za-z-]+$/.test(language)) return null
  try {
    return JSON.parse(await readFile(new URL(`${language}.json`, from), 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
