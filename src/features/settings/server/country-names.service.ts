import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { addCountryNames, findCountryCode, foldCountryName } from '../country-names.rules.ts'

/**
 * The languages of the message catalogues. Before countries were stored as codes, shops stored country names in any of
 * these languages.
 */
export const languagesOfNames =
  'en ar cs da de el es fi fr he hu it ja ko nb nl pl pt ro ru sv tr uk zh-CN zh-TW'.split(' ')

let index: Promise<ReadonlyMap<string, string>> | undefined

/** Builds an index of country names. Each language takes about 5 ms, so other requests run between two languages. */
async function buildIndex(): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const language of languagesOfNames) {
    addCountryNames(names, language)
    await yieldToEventLoop()
  }
  return names
}

/** Returns the ISO code of a country given as a code or by its name in any of the 25 languages, or null. */
export async function findCountryInAnyLanguage(text: string): Promise<string | null> {
  const known = findCountryCode(text)
  if (known !== null || text.trim() === '') return known
  index ??= buildIndex()
  return (await index).get(foldCountryName(text)) ?? null
}
