import { drizzle } from 'drizzle-orm/node-postgres'
import { beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#server/database/database.ts'
import { requestReturnOf, shopWithReasons } from '#testing/shops/returned-goods.ts'
import { goods } from '#testing/shops/stocked-shop.ts'
import type { Person } from '#testing/test-shop.ts'
import * as calls from '../returns.contract.ts'
import { listReturns } from './queries/returns.service.ts'

const shop = shopWithReasons()
let ada: Person
let bob: Person

beforeEach(async () => {
  ada = await shop.signedIn()
  bob = await shop.signedIn('bob')
})

const notFound = { status: 404 }

test('lists only the returns of the shopper, newest first, in pages', async () => {
  for (let one = 0; one < 3; one++) {
    await requestReturnOf(shop.shop, ada, [goods.dress])
    shop.clock.advance(1000)
  }
  await requestReturnOf(shop.shop, bob, [goods.dress])
  const first = await ada.call(calls.listReturns, { page: 1, limit: 2, from_type: 2 })
  expect(first.meta.pagination).toEqual({ current_page: 1, total_pages: 2, total: 3 })
  const times = first.data.map((one) => one.date_added)
  expect(times).toEqual([...times].sort().reverse())
  const second = await ada.call(calls.listReturns, { page: 2, limit: 2 })
  expect(second.data).toHaveLength(1)
  const past = await ada.call(calls.listReturns, { page: 9, limit: 2 })
  expect(past).toEqual({ data: [], meta: { pagination: { current_page: 9, total_pages: 2, total: 3 } } })
})

test('reads a list of any size in one query', async () => {
  for (let one = 0; one < 4; one++) await requestReturnOf(shop.shop, ada, [goods.dress, goods.scarf])
  const { pool, close } = openDatabase(shop.url)
  const requests: string[] = []
  const db = drizzle({ client: pool, logger: { logQuery: (query) => void requests.push(query) } })
  for (const limit of [1, 100]) {
    requests.length = 0
    const page = await listReturns({ ...shop.shop, db }, ada.id, { page: 1, limit, language: 'en' })
    expect(page.data).toHaveLength(Math.min(limit, 4))
    expect(requests).toHaveLength(1)
  }
  await close()
})

test('returns the US size of a shoe', async () => {
  const { returnId } = await requestReturnOf(shop.shop, ada, [goods.shoe])
  const [shoe] = (await ada.call(calls.getReturn, { returnId })).products
  expect(shoe?.sku.options).toEqual([
    { name: 'Color', value_name: 'Clay', us_size: null },
    { name: 'Size', value_name: '39', us_size: '8' },
  ])
})

test('returns 404 for a wrong email address and for an unknown return', async () => {
  const { returnId } = await requestReturnOf(shop.shop, ada, [goods.dress])
  await expect(ada.call(calls.getReturn, { returnId, email: bob.email })).rejects.toMatchObject(notFound)
  await expect(ada.call(calls.getReturn, { returnId: 'reasons' })).rejects.toMatchObject(notFound)
})

test('returns the reasons to everyone as a plain array of two levels', async () => {
  const response = await shop.stranger().fetch('/rest/after_sale/reason')
  expect(await response.json()).toEqual([
    {
      id: 1,
      reason: 'Size or fit',
      code: 'fit',
      parent_id: 0,
      children: [
        { id: 11, reason: 'Smaller than expected', code: 'too_small', parent_id: 1, children: [] },
        { id: 12, reason: 'Others', code: 'fit_others', parent_id: 1, children: [] },
      ],
    },
    { id: 2, reason: 'Changed my mind', code: 'changed_mind', parent_id: 0, children: [] },
    { id: 3, reason: 'Others', code: 'others', parent_id: 0, children: [] },
  ])
})
