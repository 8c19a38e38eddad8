import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { readCookie } from '#contract/calls/cookies.ts'
import { informationPages } from '#features/pages/server/pages.tables.ts'
import { saveInformationPages } from '#features/pages/server/save-pages.service.ts'
import { findRequestLanguage } from '#features/settings/server/mail-words.service.ts'
import { saveLanguages, saveSetting } from '#features/settings/server/save-settings.service.ts'
import { currencies } from '#features/settings/server/settings.tables.ts'
import { stockShop } from '#testing/shops/stocked-shop.ts'
import { testShop } from '#testing/test-shop.ts'
import { readSite } from './site.ts'

const shop = testShop()
const languages = [
  { id: 1, code: 'en', ownName: 'English', englishName: 'English' },
  { id: 4, code: 'de', ownName: 'Deutsch', englishName: 'German' },
  { id: 22, code: 'zh-CN', ownName: '简体中文', englishName: 'Chinese (Simplified)' },
  { id: 60, code: 'haw', ownName: 'ʻŌlelo Hawaiʻi', englishName: 'Hawaiian' },
]

beforeAll(async () => {
  await stockShop(shop.shop.db, shop.clock.now())
  await shop.shop.db.insert(currencies).values({ id: 9, code: 'XTS', name: 'A currency without a rate' })
  await saveLanguages(shop.shop.db, languages)
})

function siteFor(cookie: string, acceptLanguage = '') {
  const headers = { cookie, 'accept-language': acceptLanguage }
  return readSite(shop.shop, new Request('http://harbor.test/', { headers }), new Set(['en', 'de', 'zh-CN']))
}

test('has the merchant’s description in the language of the page, and none in a new shop', async () => {
  const { db } = shop.shop
  expect((await siteFor('')).description).toBe('')
  await saveSetting(db, 'site_description', 'Linen from Berlin.')
  await saveSetting(db, 'site_descriptions', JSON.stringify({ de: 'Leinen aus Berlin.' }))
  expect((await siteFor('language=de')).description).toBe('Leinen aus Berlin.')
  expect((await siteFor('language=zh-CN')).description).toBe('Linen from Berlin.')
})

test('links to the terms and the privacy notice once both are published', async () => {
  expect((await siteFor('')).has_legal_pages).toBe(false)
  await saveInformationPages(shop.shop, [{ id: 1, title: 'Terms', body: 'One sentence.' }])
  expect((await siteFor('')).has_legal_pages).toBe(false)
  await saveInformationPages(shop.shop, [{ id: 2, title: 'Privacy notice', body: 'One sentence.' }])
  expect((await siteFor('')).has_legal_pages).toBe(true)
  await shop.shop.db.delete(informationPages).where(eq(informationPages.id, 1))
  expect((await siteFor('')).has_legal_pages).toBe(false)
})

describe('the currency of a page', () => {
  test.each(['USD', 'EUR', 'JPY'])('is the chosen %s', async (code) => {
    expect((await siteFor(`language=de; currency=${code}; cart=x`)).currency).toBe(code)
  })

  test.each([
    ['none', ''],
    ['an empty value', 'currency='],
    ['an unknown currency', 'currency=QQQ'],
    ['a currency without a rate', 'currency=XTS'],
    ['lowercase letters', 'currency=eur'],
    ['too many letters', 'currency=EURO'],
    ['extra characters after the code', 'currency=EUR%0A'],
    ['invalid bytes', 'currency=%ff'],
    ['a NUL character', 'currency=EUR%00'],
    ['markup', 'currency=%3Cscript%3E'],
    ['another cookie with a similar name', 'old_currency=EUR'],
  ])('is USD with %s', async (_, cookie) => {
    expect((await siteFor(cookie)).currency).toBe('USD')
  })
})

describe('the language of a page and of the mails', () => {
  /**
   * Returns the languages of the page and of the mails. Both must have the same fallback, because a mail uses the
   * language of the page.
   */
  async function languageFor(cookie: string, acceptLanguage: string) {
    const { picked, language } = await siteFor(cookie, acceptLanguage)
    const sent: Record<string, string> = { cookie, 'accept-language': acceptLanguage }
    const request = {
      header: (name: string) => sent[name],
      cookie: (name: string) => readCookie(cookie, name),
    } as Parameters<typeof findRequestLanguage>[1]
    const id = await findRequestLanguage(shop.shop.db, request)
    return { page: picked.code, shown: language.code, mails: languages.find((one) => one.id === id)?.code ?? 'en' }
  }

  test.each(['de', 'zh-CN'])('is the chosen %s', async (code) => {
    const all = { page: code, shown: code, mails: code }
    expect(await languageFor(`currency=EUR; language=${code}; cart=x`, 'en')).toEqual(all)
  })

  test('stays chosen without a catalog, and the page is shown in English', async () => {
    expect(await languageFor('language=haw', 'de')).toEqual({ page: 'haw', shown: 'en', mails: 'haw' })
  })

  test.each([
    ['none', ''],
    ['an empty value', 'language='],
    ['an unknown language', 'language=xx'],
    ['uppercase letters', 'language=ZH-cn'],
    ['extra characters after the code', 'language=zh-CN%00'],
    ['invalid bytes after the code', 'language=zh-CN%ff'],
    ['markup', 'language=%3Cscript%3E'],
    ['another cookie with a similar name', 'old_language=zh-CN'],
  ])("follows the browser's languages with %s, else English", async (_, cookie) => {
    expect(await languageFor(cookie, 'de-AT,en;q=0.5')).toEqual({ page: 'de', shown: 'de', mails: 'de' })
    expect(await languageFor(cookie, 'xx')).toEqual({ page: 'en', shown: 'en', mails: 'en' })
  })
})

test("uses the time zone of the browser's cookie if it exists", async () => {
  expect((await siteFor('time_zone=Asia%2FTokyo')).time_zone).toBe('Asia/Tokyo')
  expect((await siteFor('')).time_zone).toBe('UTC')
  expect((await siteFor('time_zone=Mars%2FBase')).time_zone).toBe('UTC')
})
