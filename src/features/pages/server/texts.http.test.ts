import { beforeAll, expect, test } from 'vitest'
import { saveLanguages } from '#features/settings/server/save-settings.service.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import { testShop } from '#testing/test-shop.ts'
import { getBlogPost, getInformationPage, listBlogPosts } from '../pages.contract.ts'
import { editPage } from '../pages.staff.contract.ts'
import * as texts from '../texts.staff.contract.ts'
import { maxVersions } from './content-versions.service.ts'
import { saveBlogPosts, saveInformationPages } from './save-pages.service.ts'

const shop = testShop()
const staff = testStaff(shop)
let mara: StaffPerson

beforeAll(async () => {
  mara = await staff.member('marketing', 'Mara Holm')
  await saveLanguages(shop.shop.db, [
    { id: 1, code: 'en', ownName: 'English', englishName: 'English', sort: 1 },
    { id: 4, code: 'de', ownName: 'Deutsch', englishName: 'German', sort: 2 },
  ])
  await saveInformationPages(shop.shop, [
    { id: 1, title: 'Terms', description: 'What holds.', body: 'Be kind.' },
    { id: 2, title: 'Care', body: 'Wash cold.' },
  ])
  await saveBlogPosts(shop.shop.db, [
    { id: 1, handle: 'wool', title: 'Wool', summary: 'From sheep', body: 'Long', publishedAt: shop.clock.now() },
  ])
})

const german = { title: 'Bedingungen', summary: 'Was gilt.', body: 'Seid **nett**.' }
const readIn = (language: string, path: string) =>
  shop.stranger().fetch(path, { headers: { 'accept-language': language } })
const readPage = async (language: string, title = 'Terms') =>
  ((await (await readIn(language, `/rest/information/${title}`)).json()) as { data: Record<string, string> }).data

test('shows a page in the shopper’s language, or in the shop’s first language without a translation', async () => {
  await mara.call(texts.savePageText, { id: 1, language: 'de', ...german })
  expect(await readPage('de')).toMatchObject({
    ...{ title: 'Bedingungen', own_title: 'Terms', description: 'Was gilt.' },
    html: '<p>Seid <strong>nett</strong>.</p>\n',
  })
  expect(await readPage('fr')).toMatchObject({ title: 'Terms', own_title: 'Terms', body: 'Be kind.' })
  expect(await readPage('de', 'Care')).toMatchObject({ title: 'Care', body: 'Wash cold.' })
  expect((await readIn('de', '/rest/information/Bedingungen')).status).toBe(404)
  await mara.call(texts.removePageText, { id: 1, language: 'de' }, { ifMatch: '*' })
  expect(await readPage('de')).toMatchObject({ title: 'Terms', body: 'Be kind.' })
})

test("lists and shows a post in the shopper's language", async () => {
  await mara.call(texts.savePostText, { id: 1, language: 'de', title: 'Wolle', summary: 'Vom Schaf', body: 'Lang' })
  const [card] = ((await (await readIn('de', '/rest/blog')).json()) as { data: object[] }).data
  expect(card).toMatchObject({ handle: 'wool', title: 'Wolle', summary: 'Vom Schaf' })
  const { data } = (await (await readIn('de', '/rest/blog/wool')).json()) as { data: object }
  expect(data).toMatchObject({ handle: 'wool', title: 'Wolle', body: 'Lang', html: '<p>Lang</p>\n' })
  expect((await shop.stranger().call(listBlogPosts, {})).data[0]).toMatchObject({
    title: 'Wool',
    summary: 'From sheep',
  })
  expect(await shop.stranger().call(getBlogPost, { handle: 'wool' })).toMatchObject({ title: 'Wool', body: 'Long' })
})

test('accepts translations only into other languages of the shop, and rejects an outdated version', async () => {
  const save = (language: string, ifMatch?: string) =>
    mara.call(texts.savePageText, { id: 2, language, ...german }, ifMatch ? { ifMatch } : {})
  await expect(save('xx')).rejects.toMatchObject({ problem: { status: 422, errors: [{ field: 'language' }] } })
  await expect(save('en')).rejects.toMatchObject({ problem: { status: 422, errors: [{ field: 'language' }] } })
  await expect(mara.call(texts.savePageText, { id: 99, language: 'de', ...german })).rejects.toMatchObject({
    problem: { status: 404 },
  })
  await save('de')
  const { etag } = await mara.call(texts.getPageText, { id: 2, language: 'de' })
  await expect(save('de')).rejects.toMatchObject({ problem: { code: 'if_match_needed' } })
  await mara.call(texts.savePageText, { id: 2, language: 'de', ...german, body: 'Neu' }, { ifMatch: etag ?? '' })
  await expect(save('de', etag ?? '')).rejects.toMatchObject({ problem: { code: 'changed_meanwhile' } })
  expect((await mara.call(texts.getPageText, { id: 2, language: 'de' })).data.body).toBe('Neu')
})

test('lists earlier versions with author and time, including the first version', async () => {
  const edit = (body: string) => mara.call(editPage, { id: 1, body }, { ifMatch: '*' })
  shop.clock.advance(60_000)
  await edit('Be kinder.')
  await edit('Be kinder.')
  const { data: page } = await mara.call(texts.listPageVersions, { id: 1, language: 'en' })
  expect(page.data.map(({ published_by, language }) => [published_by, language])).toEqual([
    ['Mara Holm', null],
    ['', null],
  ])
  const oldest = page.data.at(-1)
  expect(oldest?.published_at).toBe('2026-06-15T10:00:00Z')
  const { data: text } = await mara.call(texts.getPageVersion, { id: 1, version: oldest?.id ?? 0 })
  expect(text).toMatchObject({ title: 'Terms', summary: 'What holds.', body: 'Be kind.' })
  await expect(mara.call(texts.getPageVersion, { id: 2, version: oldest?.id ?? 0 })).rejects.toMatchObject({
    problem: { status: 404 },
  })
  const { data: languages } = await mara.call(texts.listPageTexts, { id: 1 })
  expect(languages.data[0]).toMatchObject({ language: 'en', is_own: true, is_written: true, published_by: 'Mara Holm' })
  expect(languages.data.find(({ language }) => language === 'de')).toMatchObject({
    is_written: false,
    published_at: null,
  })
})

test('keeps the last fifty versions of a page', async () => {
  for (let n = 0; n < maxVersions + 2; n++) {
    await mara.call(editPage, { id: 2, body: `Wash cold, ${n}` }, { ifMatch: '*' })
  }
  const { data } = await mara.call(texts.listPageVersions, { id: 2, limit: 200 })
  expect(data.data).toHaveLength(maxVersions)
  const last = await mara.call(texts.getPageVersion, { id: 2, version: data.data[0]?.id ?? 0 })
  expect(last.data.body).toBe(`Wash cold, ${maxVersions + 1}`)
  expect((await shop.stranger().call(getInformationPage, { title: 'Care' })).body).toBe(last.data.body)
})
