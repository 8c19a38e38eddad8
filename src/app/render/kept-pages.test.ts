import { expect, test } from 'vitest'
import { readBounds } from '#server/http/bounds.ts'
import { createKeptPages } from './kept-pages.ts'

const page = (about: { productId?: number | null; bytes?: number; until?: number } = {}) => ({
  productId: null,
  bytes: 1_000,
  until: 100,
  ...about,
})

test('caches as many pages as the bounds allow and evicts the least recently used', () => {
  const kept = createKeptPages({ ...readBounds(), keptPages: 3 })
  for (const key of ['a', 'b', 'c']) kept.keep(key, page())
  kept.find('a', 1)
  kept.keep('d', page())
  expect(['a', 'b', 'c', 'd'].filter((key) => kept.find(key, 1))).toEqual(['a', 'c', 'd'])
  expect(kept.measure()).toEqual({ pages: 3, bytes: 3_000 })
})

test('stays within its memory limit, and limits the size of a single page', () => {
  const kept = createKeptPages({ ...readBounds(), keptPageMegabytes: 1 })
  for (let n = 0; n < 10_000; n++) kept.keep(`/?made=up${n}`, page({ bytes: 50_000, productId: n }))
  const { pages, bytes } = kept.measure()
  expect([pages, bytes]).toEqual([20, 1_000_000])
  kept.keep('huge', page({ bytes: 60_000 }))
  expect(kept.find('huge', 1)).toBeUndefined()
  for (let n = 0; n < 3; n++) kept.keep('same', page({ bytes: 10 }))
  expect(kept.measure()).toEqual({ pages: 21, bytes: 1_000_010 })
})

test('drops a page at its time, and when its content changes', () => {
  const kept = createKeptPages(readBounds())
  const fill = () => {
    kept.keep('list', page())
    kept.keep('seven', page({ productId: 7 }))
    kept.keep('eight', page({ productId: 8 }))
  }
  const left = () => ['list', 'seven', 'eight'].filter((key) => kept.find(key, 99))
  fill()
  kept.forget({ table: 'product_page', id: '7' })
  expect(left()).toEqual(['list', 'eight'])
  fill()
  kept.forget({ table: 'product_card', id: '7' })
  expect(left()).toEqual(['eight'])
  fill()
  kept.forget({ table: 'skus', id: '7' })
  expect(left()).toEqual(['list', 'seven', 'eight'])
  kept.forget({ table: 'settings' })
  expect(left()).toEqual([])
  fill()
  kept.forget({})
  expect(left()).toEqual([])
  expect(kept.measure()).toEqual({ pages: 0, bytes: 0 })
  fill()
  expect(kept.find('list', 100)).toBeUndefined()
})
