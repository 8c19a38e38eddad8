import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { parseMessage } from '#contract/text/format-message.ts'
import { referenceLanguages } from '#reference/languages.ts'
import { findMessages, findUnmarked } from '#testing/checks/find-messages.ts'
import { formsOf, namesIn, pluralsIn, unchanging } from '#testing/words.ts'

const folder = new URL('./catalogues/', import.meta.url)
const messages = await findMessages()
const files = (await readdir(folder)).filter((name) => name.endsWith('.json'))
const catalogues = await Promise.all(
  files.map(async (name) => ({
    language: name.slice(0, -5),
    words: JSON.parse(await readFile(new URL(name, folder), 'utf8')) as Record<string, string>,
  })),
)

test('finds messages in the sources', () => {
  expect(messages.size).toBeGreaterThan(300)
  for (const one of ['Only {amount} left', 'Please select return reason', 'GET ALL']) expect(messages).toContain(one)
})

// Shown to search engines and API developers, but on no screen of the shop.
const neverShown = [
  'src/features/analytics/analytics.contract.ts: At most 20 props',
  // Staff read English.
  'src/features/settings/exchange-rates.rules.ts: The rates of the source have a date in the future.',
  // Page titles that are part of two addresses. The links to these pages have their own texts.
  'src/contract/text/legal-titles.ts: Privacy Notice',
  // Carriers have the same name in every language.
  'src/features/orders/carriers.rules.ts: Australia Post',
  'src/features/orders/carriers.rules.ts: Canada Post',
  'src/features/orders/carriers.rules.ts: Royal Mail',
]

test('marks every sentence as a message', async () => {
  expect((await findUnmarked()).filter((text) => !neverShown.includes(text))).toEqual([])
})

test('offers every language that has a catalog', () => {
  const offered = referenceLanguages.map(({ code }) => code)
  expect(catalogues.map(({ language }) => language).filter((language) => !offered.includes(language))).toEqual([])
})

test('parses every message', () => {
  for (const message of messages) expect(parseMessage(message).length, message).toBeGreaterThan(0)
})

/** The words below a countdown, whose number is shown separately. */
const countdownWords = ['days', 'hours', 'minutes', 'seconds']
const timeSpan = /\{(days|\w*[hH]ours|to)\}/g

describe.each(catalogues)('the catalog of $language', ({ language, words }) => {
  test('has a text for every message', () => {
    const needed = language === 'en' ? [...messages].filter((id) => /-1$|-tip$/.test(id)) : [...messages]
    expect(needed.filter((id) => !words[id])).toEqual([])
  })

  test('has no unused texts', () => {
    expect(Object.keys(words).filter((id) => !messages.has(id))).toEqual([])
  })

  test('has the same placeholders as the English message', () => {
    const differing = Object.entries(words).filter(([id, text]) => {
      const expected = id.includes('-tip') ? ['amount'] : namesIn(id)
      const taken = namesIn(text).filter((name) => !(name === 'n' && countdownWords.includes(id)))
      return String(taken) !== String(expected)
    })
    expect(differing).toEqual([])
  })

  test('has exactly the plural forms of its language', () => {
    const needed = formsOf(language)
    const known = [...new Intl.PluralRules(language).resolvedOptions().pluralCategories, 'other']
    for (const [id, text] of Object.entries(words)) {
      for (const { forms } of pluralsIn(text)) {
        expect(forms, id).toEqual(expect.arrayContaining(needed))
        expect(
          forms.filter((form) => !known.includes(form) && !/^=\d+$/.test(form)),
          id,
        ).toEqual([])
      }
    }
  })

  test('counts days and hours in the plural forms of its language', () => {
    if (unchanging.includes(language)) return
    const stiff = [...messages].filter((id) => {
      const counted = [...id.matchAll(timeSpan)].map(([, name]) => name)
      const plurals = pluralsIn(words[id] ?? id).map(({ name }) => name)
      return counted.some((name) => name && !plurals.includes(name))
    })
    expect(stiff).toEqual([])
  })

  test('has no sentence that is still English', () => {
    const same = Object.entries(words).filter(([id, text]) => id === text && / /.test(id.replace(/\{.*\}/, '')))
    expect(same.map(([id]) => id)).toEqual([])
  })
})
