import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { findMessages } from '#testing/find-messages.ts'
import { parseMessage } from './format-message.ts'

const folder = new URL('./catalogues/', import.meta.url)
const messages = await findMessages()
const files = (await readdir(folder)).filter((name) => name.endsWith('.json'))
const catalogues = await Promise.all(
  files.map(async (name) => ({
    language: name.slice(0, -5),
    words: JSON.parse(await readFile(new URL(name, folder), 'utf8')) as Record<string, string>,
  })),
)

/** The values a message takes: `{amount}`, and the ones its plurals count. */
function namesIn(message: string): string[] {
  const names = new Set<string>()
  const look = (parts: ReturnType<typeof parseMessage>) => {
    for (const part of parts) {
      if (typeof part === 'string') continue
      names.add(part.name)
      if ('cases' in part) for (const inside of Object.values(part.cases)) look(inside)
    }
  }
  look(parseMessage(message))
  return [...names].sort()
}

test('messages are found in the sources', () => {
  expect(messages.size).toBeGreaterThan(300)
  for (const one of ['Only {amount} left', 'Please select return reason', 'GET ALL']) expect(messages).toContain(one)
})

test('every message is well formed', () => {
  for (const message of messages) expect(() => parseMessage(message), message).not.toThrow()
})

describe.each(catalogues)('the catalogue of $language', ({ language, words }) => {
  test('has words for every message', () => {
    const needed =
      language === 'en' ? ['Received-1', 'USE-1', 'View Review-1', 'characters-overflow-tip'] : [...messages]
    expect(needed.filter((id) => !words[id])).toEqual([])
  })

  test('has no words that nothing shows', () => {
    expect(Object.keys(words).filter((id) => !messages.has(id))).toEqual([])
  })

  test('takes the same values as the English message', () => {
    const differing = Object.entries(words).filter(([id, text]) => {
      const wanted = language === 'en' || id.includes('-tip') ? namesIn(text) : namesIn(id)
      return String(namesIn(text)) !== String(wanted)
    })
    expect(differing).toEqual([])
  })

  test('has every plural form its language uses', () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    for (const [id, text] of Object.entries(words)) {
      for (const part of parseMessage(text)) {
        if (typeof part === 'string' || !('cases' in part) || part.kind !== 'plural') continue
        expect(Object.keys(part.cases), id).toEqual(expect.arrayContaining(forms.filter((form) => form !== 'zero')))
      }
    }
  })
})
