import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { noteOrder, tagOrder } from '#features/orders/order-commands.staff.contract.ts'
import {
  findOrderPlace,
  getOrder,
  listOrderChoices,
  listOrders,
  sumOrders,
} from '#features/orders/orders.staff.contract.ts'
import { reportParcel } from '#features/orders/parcels.staff.contract.ts'
import { requestReturn } from '#features/returns/returns.contract.ts'
import { newId } from '#server/database/ids.ts'
import { receive, stockReasons, toRequest } from '#testing/shops/returned-goods.ts'
import { buy, buyAndShip, goods, pay, stockShop, testAddress } from '#testing/shops/stocked-shop.ts'
import { problemOf, type StaffPerson, testStaff } from '#testing/staff.ts'
import { type Person, testShop } from '#testing/test-shop.ts'
import { orders } from '../orders.tables.ts'

const shop = testShop()
const staff = testStaff(shop)
let ada: Person
let tess: StaffPerson

beforeAll(async () => {
  await stockShop(shop.shop.db, shop.clock.now())
  await stockReasons(shop.shop.db)
})
beforeEach(async () => {
  ada = await shop.signedIn()
  tess = await staff.member('manager', 'Tess Berg')
})

async function paidOrder(skuIds: number[] = [goods.dress], more = {}) {
  const order = await buy(shop.shop, ada, skuIds, more)
  await pay(shop.shop, order)
  return order
}

const numbers = async (filters: object) => (await tess.call(listOrders, filters)).data.data.map(({ number }) => number)

test('finds orders by address, status, tab, view, SKU, tracking number, country and time, alone and combined', async () => {
  const unpaid = await buy(shop.shop, ada, [goods.scarf])
  shop.clock.advance(1000)
  const paid = await paidOrder([goods.dress, goods.scarf], { address: { ...testAddress, country: 'Åland Islands' } })
  shop.clock.advance(1000)
  const shipped = await buyAndShip(shop.shop, ada, [goods.shoe])
  const { email } = ada
  expect(await numbers({ email })).toEqual([shipped.orderNo, paid.orderNo, unpaid.orderNo])
  expect(await numbers({ email, sort: 'placed_at' })).toEqual([unpaid.orderNo, paid.orderNo, shipped.orderNo])
  expect(await numbers({ email: email.toUpperCase(), status: 'paid,unpaid' })).toEqual([paid.orderNo, unpaid.orderNo])
  expect(await numbers({ email, tab: 'processing' })).toEqual([paid.orderNo])
  expect(await numbers({ email, view: 'on_the_way' })).toEqual([shipped.orderNo])
  expect(await numbers({ email, view: 'on_the_way', status: 'paid' })).toEqual([])
  expect(await numbers({ email, sku: 'SKU-102' })).toEqual([paid.orderNo, unpaid.orderNo])
  expect(await numbers({ country: 'Åland Islands' })).toEqual([paid.orderNo])
  expect(await numbers({ email, tracking: 'lx482917306us' })).toEqual([shipped.orderNo])
  expect(await numbers({ sku: 'NOTHING' })).toEqual([])
  const { placed_at: from } = (await tess.call(getOrder, { no: paid.orderNo })).data
  expect(await numbers({ email, from })).toEqual([shipped.orderNo, paid.orderNo])
  expect(await numbers({ email, to: from })).toEqual([paid.orderNo, unpaid.orderNo])
  for (const q of [paid.orderNo.toLowerCase(), `#${paid.orderNo}`]) expect(await numbers({ q })).toEqual([paid.orderNo])
  expect(await numbers({ q: email.slice(0, 9) })).toEqual([shipped.orderNo, paid.orderNo, unpaid.orderNo])
  expect(await numbers({ q: '%' })).toEqual([])
})

test('pages without gaps while orders are added and removed', async () => {
  const made: string[] = []
  for (let i = 0; i < 4; i++) made.unshift((await buy(shop.shop, ada, [goods.scarf])).orderNo)
  const input = { email: ada.email, status: 'unpaid,paid', limit: 3 }
  const { data: first } = await tess.call(listOrders, input)
  expect(first).toMatchObject({ total: 4, next: expect.any(String) })
  shop.clock.advance(1000)
  await buy(shop.shop, ada, [goods.scarf])
  const { data: second } = await tess.call(listOrders, { ...input, after: first.next ?? '' })
  const all = [...first.data, ...second.data].map(({ number }) => number)
  expect(all.sort()).toEqual(made.sort())
  expect(second.next).toBeNull()
})

test('returns the neighbors of an order in a list, its position and the total', async () => {
  const made: { orderId: string; orderNo: string; totalAmount: number; currency: string }[] = []
  for (let i = 0; i < 3; i++) {
    shop.clock.advance(1000)
    made.push(await buy(shop.shop, ada, [goods.scarf]))
  }
  const [first = '', second = '', third = ''] = made.map(({ orderNo }) => orderNo)
  const { email } = ada
  const place = async (no: string, filters: object) => (await tess.call(findOrderPlace, { no, ...filters })).data
  expect(await place(second, { email })).toEqual({ previous: third, next: first, position: 2, total: 3 })
  const oldestFirst = { email, sort: 'placed_at' }
  expect(await place(second, oldestFirst)).toEqual({ previous: first, next: third, position: 2, total: 3 })
  expect(await place(first, { email })).toEqual({ previous: second, next: null, position: 3, total: 3 })
  // A list that is filtered by status only is read from its index.
  expect(await place(second, { status: 'unpaid,paid' })).toMatchObject({ previous: third, next: first, position: 2 })
  if (made[1]) await pay(shop.shop, made[1])
  const left = { previous: third, next: first, position: null, total: 2 }
  expect(await place(second, { email, status: 'unpaid' })).toEqual(left)
  expect(await place(second, { sku: 'NOTHING' })).toEqual({ previous: null, next: null, position: null, total: 0 })
  expect(await problemOf(tess.call(findOrderPlace, { no: 'HB00000000000' }))).toBe('not_found')
})

test('derives tags from the items, the shipping method and the customer', async () => {
  const tagsOf = async (no: string) => (await tess.call(getOrder, { no })).data.tags
  const first = await buy(shop.shop, ada, [goods.finalSale])
  shop.clock.advance(1000)
  const second = await buy(shop.shop, ada, [goods.dress], { shippingMethod: 'express' })
  expect(await tagsOf(first.orderNo)).toEqual(['final_sale', 'first_order'])
  expect(await tagsOf(second.orderNo)).toEqual(['express'])
  const guest = { id: '', email: `guest-${newId()}@example.com`.toLowerCase() }
  const third = await buy(shop.shop, guest, [goods.scarf])
  shop.clock.advance(1000)
  const fourth = await buy(shop.shop, guest, [goods.scarf])
  expect(await tagsOf(third.orderNo)).toEqual(['first_order', 'guest'])
  expect(await tagsOf(fourth.orderNo)).toEqual(['guest'])
  const [line] = (await tess.call(getOrder, { no: first.orderNo })).data.lines
  expect(line?.sale).toBe('final_sale')
})

test('returns customer, address, totals and possible moves of an order', async () => {
  const { orderNo, orderId } = await paidOrder()
  const { data: page } = await tess.call(listOrders, { q: orderNo })
  expect(page.data).toEqual([
    {
      id: orderId,
      number: orderNo,
      status: 'paid',
      placed_at: expect.any(String),
      customer: { id: ada.id, name: 'Ada Lind', email: ada.email },
      country: 'United States',
      country_code: 'US',
      city: 'Portland',
      shipping_method: 'Standard',
      tags: ['first_order'],
      own_tags: [],
      images: ['/art/dress.svg'],
      items: 1,
      total: { amount: 15_000, currency: 'USD' },
      due_at: null,
      note: null,
      possible: ['hold', 'prepare', 'pack', 'cancel', 'refund', 'address'],
    },
  ])
})

test('finds orders by shipping method, by a tag in any case, and by their extra records', async () => {
  const { email } = ada
  const express = await paidOrder([goods.dress], { shippingMethod: 'express' })
  shop.clock.advance(1000)
  const standard = await paidOrder()
  expect(await numbers({ email, shipping_method: 'Express' })).toEqual([express.orderNo])
  expect(await numbers({ email, shipping_method: 'Pigeon' })).toEqual([])
  await tess.call(tagOrder, { no: standard.orderNo, add: ['Call first'] })
  expect(await numbers({ tag: 'call FIRST' })).toEqual([standard.orderNo])
  expect(await numbers({ q: 'Call First' })).toEqual([standard.orderNo])
  expect(await numbers({ email, has: 'note' })).toEqual([])
  for (const { orderNo: no } of [express, standard]) await tess.call(noteOrder, { no, body: 'x' })
  expect(await numbers({ email, has: 'note' })).toEqual([standard.orderNo, express.orderNo])
  expect(await numbers({ email, has: 'note', tag: 'call first' })).toEqual([standard.orderNo])
  shop.clock.advance(1000)
  const shipped = await buyAndShip(shop.shop, ada, [goods.dress])
  const { parcels } = (await tess.call(getOrder, { no: shipped.orderNo })).data
  const at = shop.clock.now().toISOString()
  const events = [{ kind: 'problem' as const, description: 'Nobody at home', at }]
  await (await staff.member()).call(reportParcel, { tracking_number: parcels[0]?.tracking_number ?? '', events })
  expect(await numbers({ email, has: 'problem' })).toEqual([shipped.orderNo])
  expect(await numbers({ email, has: 'problem,note' })).toEqual([])
  expect(await problemOf(tess.call(listOrders, { has: 'luck' }))).toBe('invalid_input')
})

test('finds orders with a return and orders with a refund', async () => {
  const { email } = ada
  const sent = await receive(shop.shop, ada, [goods.dress])
  await paidOrder()
  expect(await numbers({ email, has: 'return' })).toEqual([])
  await ada.call(requestReturn, toRequest(sent))
  expect(await numbers({ email, has: 'return' })).toEqual([sent.orderNo])
  expect(await numbers({ email, has: 'refund' })).toEqual([])
  await shop.shop.db.update(orders).set({ refundedAmount: 100 }).where(eq(orders.id, sent.orderId))
  expect(await numbers({ email, has: 'refund,return' })).toEqual([sent.orderNo])
})

test('sums the value of listed orders by currency, without refunds', async () => {
  const { email } = ada
  const one = await paidOrder([goods.dress])
  await paidOrder([goods.dress])
  await paidOrder([goods.dress], { currency: 'EUR' })
  await buy(shop.shop, ada, [goods.dress])
  await shop.shop.db.update(orders).set({ refundedAmount: 1000 }).where(eq(orders.id, one.orderId))
  const { data } = await tess.call(sumOrders, { email, view: 'waiting' })
  expect(data).toEqual({
    orders: 3,
    money: [
      { amount: 29_000, currency: 'USD' },
      { amount: expect.any(Number), currency: 'EUR' },
    ],
  })
  expect((await tess.call(sumOrders, { sku: 'NOTHING' })).data).toEqual({ orders: 0, money: [] })
})

test('lists the shipping methods, countries and tags of orders as filter values', async () => {
  const { orderNo: no } = await paidOrder([goods.dress], { address: { ...testAddress, country: 'Malta' } })
  await tess.call(tagOrder, { no, add: ['Window'] })
  const { data } = await tess.call(listOrderChoices, {})
  expect(data.shipping_methods).toContain('Standard')
  expect(data.countries).toEqual(expect.arrayContaining(['Malta', 'United States']))
  expect(data.countries).toEqual(data.countries.toSorted())
  expect(data.tags).toContain('Window')
})
