import { expect, test } from 'vitest'
import { settingNavLink } from '#links/account.links.ts'
import type { NavigationItem } from './settings.contract.ts'
import { chooseLanguage, findNavigationPath, findSettingsPath, isTimeZone, matchesSearch } from './settings.rules.ts'

const item = (given: Partial<NavigationItem>): NavigationItem => ({
  id: 7,
  name: 'Help & Support',
  children: [],
  link_type: 'group',
  link_id: null,
  link_detail: null,
  blog: null,
  term_service: null,
  ...given,
})

test.each([
  [{ link_type: 'term_list', term_service: { title: 'Privacy Notice' } }, '/information/Privacy%20Notice'],
  [{ link_type: 'blog', blog: { handle: 'linen' } }, '/blog-detail/linen'],
  [{ link_type: 'blog' }, '/blog'],
  [{ link_type: 'product_test', link_detail: { id: 3, link: null } }, '/new-product-test/3'],
  [{ link_type: 'custom_link', link_detail: { id: null, link: '/products/ebb' } }, '/products/ebb'],
  [{ link_type: 'custom_link', link_detail: { id: null, link: 'javascript:alert(1)' } }, null],
  [{ link_type: 'custom_link', link_detail: { id: null, link: '//evil.example' } }, null],
  [{ id: 99999 }, '/contact-us'],
  [{ id: 99998, link_type: 'custom_link' }, '/order-query'],
  [{ id: 99997, link_type: 'term_list', term_service: { title: 'x' } }, '/customer-reviews'],
  [{ link_type: 'group' }, null],
])('links a navigation entry %o to %s', (given, path) => {
  expect(findNavigationPath(item(given))).toBe(path)
})

test('opens the list of a settings entry even if the entry has a target', () => {
  expect(settingNavLink(item({ id: 99999 }))).toBe('/account/settingnav?id=99999&name=Help%20%26%20Support')
})

test('opens the list of an entry with children, under its name', () => {
  const parent = item({ children: [item({ id: 8 })] })
  expect(findSettingsPath(parent)).toBe('/account/settingnav?id=7&name=Help%20%26%20Support')
})

test.each([
  ['espanol', ['Español'], true],
  ['  EUR ', ['EUR', 'Euro'], true],
  ['', ['anything'], true],
  ['xyz', ['Español'], false],
])('matches the search "%s" against %o: %s', (search, words, expected) => {
  expect(matchesSearch(search, words)).toBe(expected)
})

test.each([
  ['de-DE', 'de'],
  ['pt-BR', 'pt'],
  ['zh-Hans', 'zh-CN'],
  ['zh-Hans-HK', 'zh-CN'],
  ['zh-Hant-HK', 'zh-TW'],
  ['zh', 'zh-CN'],
  ['de_AT', 'de'],
  ['nn-NO', 'nb'],
  ['iw', 'he'],
  ['fr;q=0.5,de;q=0.9', 'de'],
  ['tlh', undefined],
  ['', undefined],
])('chooses for "%s" the language %s', (said, code) => {
  const offered = ['en', 'de', 'pt', 'zh-CN', 'zh-TW', 'nb', 'he', 'fr'].map((one) => ({ code: one }))
  expect(chooseLanguage(said, offered)?.code).toBe(code)
})

test.each([
  ['Europe/Stockholm', true],
  ['UTC', true],
  ['', false],
  ['Stockholm', false],
  ['+01:00', false],
  ['Europe/Atlantis', false],
])('accepts %s as a time zone: %s', (name, isOne) => {
  expect(isTimeZone(name)).toBe(isOne)
})
