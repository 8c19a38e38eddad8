import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { CallRefused } from '#contract/calls/call.ts'
import type { StaffProblem } from '#contract/calls/staff-call.ts'
import { addToCart, getCart } from '#features/cart/cart.contract.ts'
import { checkOut, quoteCheckout } from '#features/checkout/checkout.contract.ts'
import { shipTo } from '#testing/shops/ship-to.ts'
import { goods, stockShop } from '#testing/shops/stocked-shop.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import { testShop } from '#testing/test-shop.ts'
import {
  createMarket,
  editMarket,
  getMarket,
  getMarketUse,
  listMarkets,
  removeMarket,
} from '../markets.staff.contract.ts'
import { createShippingMethod, editShippingMethod, getShippingMethod } from '../shipping-methods.staff.contract.ts'

const shop = testShop()
const staff = testStaff(shop)
const people = {} as { owner: StaffPerson }
beforeAll(async () => {
  await stockShop(shop.shop.db, shop.clock.now())
  people.owner = await staff.member('owner', 'Mara')
})

/** Returns the code and the fields of a refusal of either API. */
async function refusalOf(asked: Promise<unknown>): Promise<(string | undefined)[]> {
  const error = (await asked.catch((caught: unknown) => caught)) as Partial<StaffProblem & CallRefused>
  const fields = error.problem?.errors?.map(({ field }) => field) ?? []
  return [error.problem?.code ?? error.refusal?.code, ...fields]
}

/** Creates a market for the United Kingdom with a method by weight. Afterwards the first market has all countries again. */
async function openKingdom() {
  const { owner } = people
  await shipTo(shop.shop.db, 'US,DE')
  await owner.call(createMarket, {
    ...{ id: 'united-kingdom', name: 'United Kingdom', currency: 'EUR', status: 'active' },
    countries: [{ country: 'GB', excluded_postcodes: ['bt', 'GY'] }],
  })
  const price = (amount: number) => ({ amount, currency: 'USD' })
  const { data: method } = await owner.call(createShippingMethod, {
    ...{ code: 'tracked', name: 'Tracked', market_id: 'united-kingdom', carrier: 'Royal Mail', price_by: 'total' },
    price: price(0),
    bands: [
      { up_to: 10_000, price: price(650) },
      { up_to: 20_000, price: price(890) },
    ],
    ...{ min_days: 3, max_days: 5 },
  })
  onTestFinished(async () => {
    await owner.call(removeMarket, { id: 'united-kingdom' }, { ifMatch: '*' })
    await shipTo(shop.shop.db, '')
  })
  return method
}

test('adds a market, and refuses a country of another market by its name', async () => {
  const { owner } = people
  await openKingdom()
  const { data, etag } = await owner.call(getMarket, { id: 'united-kingdom' })
  expect(data).toMatchObject({
    ...{ name: 'United Kingdom', tax_display: 'included', status: 'active', languages: [] },
    countries: [{ country: 'GB', excluded_postcodes: ['BT', 'GY'] }],
  })
  const edit = (change: object) => owner.call(editMarket, { id: 'united-kingdom', ...change }, { ifMatch: etag ?? '' })
  const taken = edit({ countries: [{ country: 'GB' }, { country: 'DE' }] })
  await expect(taken).rejects.toMatchObject({
    problem: { detail: 'Germany is in the market Worldwide. Remove it from that market first.' },
  })
  expect(await refusalOf(edit({ countries: [{ country: 'GB' }, { country: 'GB' }] }))).toEqual([
    'invalid_input',
    'countries',
  ])
  expect(await refusalOf(edit({ currency: 'ZZZ' }))).toEqual(['invalid_input', 'currency'])
  expect((await owner.call(getMarketUse, { id: 'united-kingdom' })).data).toEqual({ has_orders: false })
  expect(await refusalOf(edit({ languages: ['xx'] }))).toEqual(['invalid_input', 'languages'])
  await edit({ countries: [{ country: 'GB' }, { country: 'IE' }] })
  expect(await refusalOf(edit({ name: 'Late' }))).toEqual(['changed_meanwhile'])
  const { data: all } = await owner.call(listMarkets, {})
  expect(all.data.map(({ id, countries }) => [id, countries.map(({ country }) => country)])).toEqual([
    ['united-kingdom', ['GB', 'IE']],
    ['worldwide', ['DE', 'US']],
  ])
})

test('keeps the bands of a method in order and in one currency', async () => {
  const { owner } = people
  const { id } = await openKingdom()
  const edit = (change: object) => owner.call(editShippingMethod, { id, ...change }, { ifMatch: '*' })
  const band = (up_to: number, currency = 'USD') => ({ up_to, price: { amount: 500, currency } })
  expect(await refusalOf(edit({ bands: [] }))).toEqual(['invalid_input', 'bands'])
  expect(await refusalOf(edit({ bands: [band(200), band(200)] }))).toEqual(['invalid_input', 'bands.1.up_to'])
  expect(await refusalOf(edit({ bands: [band(200, 'EUR')] }))).toEqual(['invalid_input', 'bands.0.price'])
  expect(await refusalOf(edit({ market_id: 'nowhere' }))).toEqual(['invalid_input', 'market_id'])
  expect((await owner.call(getShippingMethod, { id })).data).toMatchObject({
    ...{ price_by: 'total', price: { amount: 650, currency: 'USD' } },
    bands: [{ up_to: 10_000 }, { up_to: 20_000 }],
  })
  await edit({ price_by: 'fixed', price: { amount: 700, currency: 'USD' } })
  expect((await owner.call(getShippingMethod, { id })).data).toMatchObject({ price: { amount: 700 }, bands: [] })
})

test('quotes the methods of the country’s market, and refuses other countries and excluded postal codes', async () => {
  await openKingdom()
  const ada = await shop.signedIn()
  await ada.call(addToCart, { sku_id: goods.dress })
  const quote = (place: object) => ada.call(quoteCheckout, { currency: 'USD', ...place })
  const { shipping_methods: tracked } = await quote({ country: 'GB', postcode: 'SW1A 1AA' })
  expect(tracked).toMatchObject([{ code: 'tracked', price: { price_value: '8.90' } }])
  const { shipping_methods: home } = await quote({ country: 'US' })
  expect(home.map(({ code }) => code)).toEqual(['standard', 'express'])
  expect(await refusalOf(quote({ country: 'JP' }))).toEqual(['not_shipped_to'])
  expect(await refusalOf(quote({ country: 'GB', postcode: 'bt1 1aa' }))).toEqual(['postcode_not_shipped_to'])
  await ada.call(addToCart, { sku_id: goods.bag })
  expect(await refusalOf(quote({ country: 'GB' }))).toEqual(['no_shipping_method'])
})

test('places an order with the shipping price of the address', async () => {
  await openKingdom()
  const ada = await shop.signedIn()
  await ada.call(addToCart, { sku_id: goods.scarf })
  const order = (postcode: string) =>
    ada.call(checkOut, {
      address: {
        ...{ firstname: 'Ada', lastname: 'Lind', telephone: '+44 20 7946 0018', country: 'GB', zone: '' },
        ...{ city: 'London', postcode, house_num: '', address_1: '1 Mall', address_2: '' },
      },
      ...{ shipping_method: 'tracked', claim_id: null, currency: 'USD', total: '66.50' },
      lines: [{ sku_id: goods.scarf, quantity: 1 }],
    })
  expect(await refusalOf(order('BT1 1AA'))).toEqual(['postcode_not_shipped_to'])
  const kingdom = (currency: string) =>
    people.owner.call(editMarket, { id: 'united-kingdom', currency }, { ifMatch: '*' })
  await kingdom('USD')
  expect((await order('SW1A 1AA')).total.price_value).toBe('66.50')
  // The order is in the currency of its market, which stays from now on.
  expect((await people.owner.call(getMarketUse, { id: 'united-kingdom' })).data).toEqual({ has_orders: true })
  expect(await refusalOf(kingdom('EUR'))).toEqual(['invalid_input', 'currency'])
})

test('shows the cheapest shipping of the visitor’s country in the cart, and the missing amount', async () => {
  const { owner } = people
  const { id } = await openKingdom()
  const free_from = { amount: 12_000, currency: 'USD' }
  await owner.call(editShippingMethod, { id, free_from }, { ifMatch: '*' })
  const ada = await shop.signedIn()
  await ada.call(addToCart, { sku_id: goods.scarf })
  const read = async (country: string) => {
    const response = await ada.fetch(`${getCart.path}?currency=USD`, {
      headers: { 'accept-language': `en-${country}` },
    })
    return (await response.json()).data.shipping
  }
  expect(await read('GB')).toMatchObject({
    ...{ country: 'GB', price: { price_value: '6.50' }, is_free: false },
    missing_for_free: { price_value: '60.00' },
  })
  expect(await read('US')).toMatchObject({ country: 'US', is_free: true, missing_for_free: null })
})
