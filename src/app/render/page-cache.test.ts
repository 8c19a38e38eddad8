import { expect, test } from 'vitest'
import { readBounds } from '#server/http/limits/bounds.ts'
import { createPageCache } from './page-cache.ts'

const page = (about: { productId?: number | null; bytes?: number; until?: number } = {}) => ({
  productId: null,
  bytes: 1_000,
  until: 100,
  ...about,
})

test('caches as many pages as the bounds allow and evicts the least recently used', () => {
  const pageCache = createPageCache({ ...readBounds(), keptPages: 3 })
  for (const key of ['a', 'b', 'c']) pageCache.store(key, page())
  pageCache.find('a', 1)
  pageCache.store('d', page())
  expect(['a', 'b', 'c', 'd'].filter((key) => pageCache.find(key, 1))).toEqual(['a', 'c', 'd'])
  expect(pageCache.measure()).toEqual({ pages: 3, bytes: 3_000 })
})

test('stays within its memory limit, and limits the size of a single page', () => {
  const pageCache = createPageCache({ ...readBounds(), keptPageMegabytes: 1 })
  for (let n = 0; n < 10_000; n++) pageCache.store(`/?made=up${n}`, page({ bytes: 50_000, productId: n }))
  const { pages, bytes } = pageCache.measure()
  expect([pages, bytes]).toEqual([20, 1_000_000])
  pageCache.store('huge', page({ bytes: 60_000 }))
  expect(pageCache.find('huge', 1)).toBeUndefined()
  for (let n = 0; n < 3; n++) pageCache.store('same', page({ bytes: 10 }))
  expect(pageCache.measure()).toEqual({ pages: 21, bytes: 1_000_010 })
})

test('drops a page at its time, and when its content changes', () => {
  const pageCache = createPageCache(readBounds())
  const fill = () => {
    pageCache.store('list', page())
    pageCache.store('seven', page({ productId: 7 }))
    pageCache.store('eight', page({ productId: 8 }))
  }
  const left = () => ['list', 'seven', 'eight'].filter((key) => pageCache.find(key, 99))
  fill()
  pageCache.invalidate({ table: 'product_page', id: '7' })
  expect(left()).toEqual(['list', 'eight'])
  fill()
  pageCache.invalidate({ table: 'product_card', id: '7' })
  expect(left()).toEqual(['eight'])
  fill()
  pageCache.invalidate({ table: 'skus', id: '7' })
  expect(left()).toEqual(['list', 'seven', 'eight'])
  pageCache.invalidate({ table: 'settings' })
  expect(left()).toEqual([])
  fill()
  pageCache.invalidate({})
  expect(left()).toEqual([])
  expect(pageCache.measure()).toEqual({ pages: 0, bytes: 0 })
  fill()
  expect(pageCache.find('list', 100)).toBeUndefined()
})
