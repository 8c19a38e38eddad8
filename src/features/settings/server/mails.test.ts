import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { parseMessage } from '#contract/text/format-message.ts'
import { projectFolder } from '#server/project-folder.ts'
import { json, testShop } from '#testing/test-shop.ts'
import { formsOf, namesIn, pluralsIn, unchanging } from '#testing/words.ts'
import { saveLanguages } from './save-settings.service.ts'

const shop = testShop()
const mailFiles = [
  'src/features/settings/server/mail-template.ts',
  'src/features/credit/server/credit-mails.ts',
  'src/features/orders/server/mails/order-mail-templates.ts',
  'src/features/orders/server/mails/order-mails.service.ts',
  'src/features/orders/server/queries/order-links.service.ts',
  'src/features/returns/server/mails/return-mails.service.ts',
  'src/features/support/server/contact/ticket-mails.service.ts',
  'src/features/support/server/chat/chat.staff.service.ts',
  'src/features/sign-in/server/sign-in-mails.ts',
  'src/features/coupons/server/claim-links.service.ts',
]
const sources = await Promise.all(mailFiles.map((file) => readFile(new URL(file, projectFolder), 'utf8')))
const said = new Set(
  sources.flatMap((source) => [...source.matchAll(/\bt\(\s*'([^'\n]+)'/g)].map(([, id]) => id ?? '')),
)

async function readWords(folder: URL, language: string): Promise<Record<string, string>> {
  return JSON.parse(await readFile(new URL(`${language}.json`, folder), 'utf8'))
}
const mails = new URL('./mails/', import.meta.url)
const screens = new URL('../../../words/catalogues/', import.meta.url)
const languages = (await readdir(screens)).map((name) => name.slice(0, -5))

test('finds the sentences of mails in the source code', () => {
  expect(said.size).toBeGreaterThan(40)
  expect(said).toContain('See the order')
})

describe.each(languages)('mails in %s', async (language) => {
  const own = await readWords(mails, language)
  const shared = await readWords(screens, language)

  test('have a text for every sentence, and no unused texts', () => {
    const unknown = language === 'en' ? [] : [...said].filter((id) => !own[id] && !shared[id])
    expect(unknown).toEqual([])
    expect(Object.keys(own).filter((id) => !said.has(id) || shared[id])).toEqual([])
  })

  test('contain the same placeholders as the English texts, in every plural form', () => {
    const forms = formsOf(language)
    for (const [id, text] of Object.entries(own)) {
      expect(parseMessage(text).length, text).toBeGreaterThan(0)
      expect(namesIn(text), id).toEqual(namesIn(id))
      for (const plural of pluralsIn(text)) expect(plural.forms, id).toEqual(expect.arrayContaining(forms))
      const counts = /\{(?:days|minutes)\}/.test(id) && !unchanging.includes(language)
      if (counts) expect(pluralsIn(text), id).not.toEqual([])
    }
  })
})

test('writes to shoppers in the language of their shop pages', async () => {
  await saveLanguages(shop.shop.db, [
    { id: 4, code: 'de', ownName: 'Deutsch', englishName: 'German' },
    { id: 13, code: 'ar', ownName: 'العربية', englishName: 'Arabic', direction: 'rtl' },
    { id: 60, code: 'haw', ownName: 'ʻŌlelo Hawaiʻi', englishName: 'Hawaiian' },
  ])
  const register = async (email: string, headers: Record<string, string>) => {
    const answer = await shop
      .stranger()
      .fetch('/ajax-web/customer/register', json({ email, password: 'Harbor2026' }, headers))
    expect(answer.status).toBe(200)
    const [mail] = await shop.mailsTo(email)
    return mail
  }
  const german = await register('de@harbor.test', { cookie: 'language=de', 'accept-language': 'ar' })
  expect(german?.subject).toBe('Willkommen bei Harbor')
  expect(german?.html).toContain('<html lang="de" dir="ltr">')
  expect(german?.text).toContain('Der Link gilt 7 Tage.')
  const arabic = await register('ar@harbor.test', { 'accept-language': 'ar-EG,en;q=0.5' })
  expect(arabic?.html).toContain('<html lang="ar" dir="rtl">')
  const english = await register('haw@harbor.test', { cookie: 'language=haw' })
  expect(english?.subject).toBe('Welcome to Harbor')
  expect(english?.html).toContain('<html lang="en" dir="ltr">')
})

test('changes the language of mails at a sign-in in another language', async () => {
  const email = 'moved@harbor.test'
  const post = (path: string, body: object, cookie: string) =>
    shop.stranger().fetch(`/ajax-web/customer/${path}`, json(body, { cookie }))
  await post('register', { email, password: 'Harbor2026' }, '')
  await post('login', { email, password: 'Harbor2026' }, 'language=de')
  await shop.stranger().fetch('/ajax-web/customer/forgot', json({ email }))
  const mails = await shop.mailsTo(email)
  expect(mails.map(({ subject }) => subject)).toEqual(['Welcome to Harbor', 'Neues Passwort festlegen'])
})
