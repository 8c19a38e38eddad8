import { beforeAll, expect, test } from 'vitest'
import { goods, stockShop } from '#testing/shops/stocked-shop.ts'
import { testShop } from '#testing/test-shop.ts'
import { getBlogPost, getInformationPage, getLegalPages, getProductTest, listBlogPosts } from '../pages.contract.ts'
import { saveBlogPosts, saveInformationPages, saveProductTests } from './save-pages.service.ts'

const shop = testShop()
const hour = 60 * 60 * 1000

beforeAll(async () => {
  const { db, clock } = shop.shop
  const now = clock.now()
  const at = (hours: number) => new Date(now.getTime() + hours * hour)
  await stockShop(db, now)
  await saveInformationPages(shop.shop, [
    { id: 1, title: 'Privacy Notice', description: 'What we keep.', body: 'Little.\n\n## Why\n- Parcels' },
    { id: 2, title: 'privacy notice', body: 'Another one.' },
  ])
  await saveBlogPosts(db, [
    { id: 1, handle: 'old', title: 'Old', body: 'Old body', publishedAt: at(-20) },
    { id: 2, handle: 'new', title: 'New', summary: 'Sum', author: 'Ada', body: 'New body', publishedAt: at(-2) },
    { id: 3, handle: 'soon', title: 'Soon', body: 'Not yet', publishedAt: at(1) },
  ])
  const common = { body: 'Try it', startsAt: at(-1) }
  await saveProductTests(db, [
    { ...common, id: 1, title: 'Open', productId: goods.dress, endsAt: at(3) },
    { ...common, id: 2, title: 'Closed', isOpen: false },
    { ...common, id: 3, title: 'Later', startsAt: at(2) },
  ])
})

const stranger = () => shop.stranger()

test('finds an information page by its title in any case', async () => {
  const response = await stranger().fetch('/rest/information/Privacy%20Notice')
  expect(await response.json()).toEqual({
    data: {
      title: 'Privacy Notice',
      own_title: 'Privacy Notice',
      description: 'What we keep.',
      body: 'Little.\n\n## Why\n- Parcels',
      html: '<p>Little.</p>\n<h2>Why</h2>\n<ul>\n<li>Parcels</li>\n</ul>\n',
      updated_at: '2026-06-15 10:00:00',
    },
  })
  expect(await stranger().call(getInformationPage, { title: 'privacy notice' })).toMatchObject({ body: 'Another one.' })
  const { title } = await stranger().call(getInformationPage, { title: 'PRIVACY NOTICE' })
  expect(title.toLowerCase()).toBe('privacy notice')
})

test('lists published posts, newest first, by page', async () => {
  const { data, meta } = await stranger().call(listBlogPosts, { limit: 1 })
  expect(data).toEqual([
    { handle: 'new', title: 'New', summary: 'Sum', image: null, author: 'Ada', published_at: '2026-06-15 08:00:00' },
  ])
  expect(meta.pagination).toEqual({ current_page: 1, total_pages: 2, total: 2 })
  expect((await stranger().call(listBlogPosts, { limit: 1, page: 2 })).data.map(({ handle }) => handle)).toEqual([
    'old',
  ])
})

test('returns 404 for a scheduled post until its publication time', async () => {
  await expect(stranger().call(getBlogPost, { handle: 'soon' })).rejects.toMatchObject({ status: 404 })
  shop.clock.advance(hour)
  expect(await stranger().call(getBlogPost, { handle: 'soon' })).toMatchObject({
    title: 'Soon',
    body: 'Not yet',
    html: '<p>Not yet</p>\n',
  })
})

test('returns whether a product test is open, and its product', async () => {
  expect(await stranger().call(getProductTest, { id: 1 })).toMatchObject({
    title: 'Open',
    is_open: true,
    product: { handle: 'dress', name: 'The dress' },
  })
  expect(await stranger().call(getProductTest, { id: 2 })).toMatchObject({
    is_open: false,
    ends_at: null,
    product: null,
  })
  shop.clock.advance(3 * hour)
  expect(await stranger().call(getProductTest, { id: 1 })).toMatchObject({ is_open: false })
})

test.each([
  ['/rest/information/Nothing', 404],
  [`/rest/information/${'x'.repeat(201)}`, 422],
  ['/rest/blog?page=0', 422],
  ['/rest/blog/nothing', 404],
  ['/rest/new-product-test/99', 404],
  ['/rest/new-product-test/one', 422],
])('%s responds with status %i', async (path, status) => {
  expect((await stranger().fetch(path)).status).toBe(status)
})

test('reports the legal pages only after both the terms and the privacy notice exist', async () => {
  expect(await stranger().call(getLegalPages, {})).toEqual({ are_published: false })
  await saveInformationPages(shop.shop, [{ id: 3, title: 'Terms', body: 'Fair ones.' }])
  expect(await stranger().call(getLegalPages, {})).toEqual({ are_published: true })
})
