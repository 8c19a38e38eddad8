import { glob, readdir, readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { parseMessage } from '#contract/text/format-message.ts'
import { projectFolder } from '#server/project-folder.ts'
import { formsOf, namesIn, pluralsIn } from '#testing/words.ts'
import { catalogueLanguages } from '#words/read-catalogue.ts'
import { fontStyles, loadFonts } from './render/load-fonts.ts'
import { listCharacters } from './render/text-runs.ts'

const server = new URL('src/features/documents/server/', projectFolder)
const words = new URL('words/', server)

async function findMessages(): Promise<string[]> {
  const found = new Set<string>()
  for await (const file of glob('**/*.ts', { cwd: server.pathname })) {
    const source = file.endsWith('.test.ts') ? '' : await readFile(new URL(file, server), 'utf8')
    for (const [, id = ''] of source.matchAll(/\bt\(\s*'([^'\n]+)'/g)) found.add(id)
  }
  return [...found].toSorted()
}

const messages = await findMessages()
const files = (await readdir(words)).map((name) => name.replace('.json', ''))
const read = async (language: string): Promise<Record<string, string>> =>
  JSON.parse(await readFile(new URL(`${language}.json`, words), 'utf8'))

test('papers have the languages of the shop', () => {
  expect(files.toSorted()).toEqual([...catalogueLanguages].toSorted())
  expect(messages.length).toBeGreaterThan(60)
})

describe.each(files.filter((language) => language !== 'en'))('the papers in %s', (language) => {
  test('have every message, with the same values', async () => {
    const catalogue = await read(language)
    expect(Object.keys(catalogue).toSorted()).toEqual(messages)
    for (const [id, text] of Object.entries(catalogue))
      expect(namesIn(text).toSorted(), id).toEqual(namesIn(id).toSorted())
  })

  test('have the plural forms of the language', async () => {
    for (const [id, text] of Object.entries(await read(language))) {
      expect(parseMessage(text).length).toBeGreaterThan(0)
      for (const { forms } of pluralsIn(text)) expect(forms, id).toEqual(expect.arrayContaining(formsOf(language)))
    }
  })
})

test.each(files)('the fonts have a glyph for every character of the papers in %s', async (language) => {
  const texts = Object.values({ ...(await read(language)), ...Object.fromEntries(messages.map((id) => [id, id])) })
  const characters = listCharacters(texts)
  const fonts = await loadFonts(characters, language)
  for (const style of fontStyles) {
    expect([...characters].filter((character) => !fonts.find(style, character))).toEqual([])
  }
})
