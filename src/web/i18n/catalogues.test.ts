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

/** Every plural of a message, also those inside others. */
function pluralsIn(parts: ReturnType<typeof parseMessage>): { name: string; forms: string[] }[] {
  return parts.flatMap((part) => {
    if (typeof part === 'string' || !('cases' in part)) return []
    const inside = Object.values(part.cases).flatMap(pluralsIn)
    return part.kind === 'plural' ? [{ name: part.name, forms: Object.keys(part.cases) }, ...inside] : inside
  })
}

/** The forms that whole numbers of a shop take; some languages keep one for fractions or for millions. */
function formsOf(language: string): string[] {
  const rules = new Intl.PluralRules(language)
  return [...new Set([...Array.from({ length: 1000 }, (_, number) => rules.select(number)), 'other'])]
}

/** Nouns do not change after a number here, so a plain `{days}` reads well with any. */
const unchanging = ['hu', 'ja', 'ko', 'tr', 'zh-CN', 'zh-TW']
/** The words under a countdown take their number without showing it. */
const countdownWords = ['days', 'hours', 'minutes', 'seconds']
const timeSpan = /\{(days|\w*[hH]ours|to)\}/g

describe.each(catalogues)('the catalogue of $language', ({ language, words }) => {
  test('has words for every message', () => {
    const needed = language === 'en' ? [...messages].filter((id) => /-1$|-tip$/.test(id)) : [...messages]
    expect(needed.filter((id) => !words[id])).toEqual([])
  })

  test('has no words that nothing shows', () => {
    expect(Object.keys(words).filter((id) => !messages.has(id))).toEqual([])
  })

  test('takes the same values as the English message', () => {
    const differing = Object.entries(words).filter(([id, text]) => {
      const wanted = id.includes('-tip') ? ['amount'] : namesIn(id)
      const taken = namesIn(text).filter((name) => !(name === 'n' && countdownWords.includes(id)))
      return String(taken) !== String(wanted)
    })
    expect(differing).toEqual([])
  })

  test('has every plural form its language uses, and no other', () => {
    const needed = formsOf(language)
    const known = [...new Intl.PluralRules(language).resolvedOptions().pluralCategories, 'other']
    for (const [id, text] of Object.entries(words)) {
      for (const { forms } of pluralsIn(parseMessage(text))) {
        expect(forms, id).toEqual(expect.arrayContaining(needed))
        expect(
          forms.filter((form) => !known.includes(form) && !/^=\d+$/.test(form)),
          id,
        ).toEqual([])
      }
    }
  })

  test('counts days and hours in the forms of its language', () => {
    if (unchanging.includes(language)) return
    const stiff = [...messages].filter((id) => {
      const counted = [...id.matchAll(timeSpan)].map(([, name]) => name)
      const plurals = pluralsIn(parseMessage(words[id] ?? id)).map(({ name }) => name)
      return counted.some((name) => name && !plurals.includes(name))
    })
    expect(stiff).toEqual([])
  })

  test('leaves no sentence in English', () => {
    const same = Object.entries(words).filter(([id, text]) => id === text && / /.test(id.replace(/\{.*\}/, '')))
    expect(same.map(([id]) => id)).toEqual([])
  })
})
