import { readFile } from 'node:fs/promises'
import type { Catalogue } from '#contract/translate.ts'

const folder = new URL('./catalogues/', import.meta.url)

/** For the server, which is not bundled; null for a language that we do not speak. */
export async function readCatalogue(language: string, from = folder): Promise<Catalogue | null> {
  if (!/^[A-Za-z-]+$/.test(language)) return null
  try {
    return JSON.parse(await readFile(new URL(`${language}.json`, from), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
