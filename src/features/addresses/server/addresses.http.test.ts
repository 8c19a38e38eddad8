import { and, count, eq } from 'drizzle-orm'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { countryCodes } from '#features/settings/country-codes.rules.ts'
import { saveLanguages } from '#features/settings/server/save-settings.service.ts'
import { currencies } from '#features/settings/server/settings.tables.ts'
import { openDatabase } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import { shipTo } from '#testing/shops/ship-to.ts'
import { json, type Person, testShop } from '#testing/test-shop.ts'
import * as calls from '../addresses.contract.ts'
import { addAddress, makeAddressDefault } from './addresses.service.ts'
import { addresses } from './addresses.tables.ts'

const shop = testShop()

beforeAll(async () => {
  await shop.shop.db.insert(currencies).values({ id: 1, code: 'USD', name: 'US dollar' })
  await shipTo(shop.shop.db, '')
  await saveLanguages(shop.shop.db, [
    { id: 1, code: 'en', ownName: 'English', englishName: 'English', sort: 1 },
    { id: 4, code: 'de', ownName: 'Deutsch', englishName: 'German', sort: 2 },
  ])
})

const home = {
  firstname: 'Maren',
  lastname: 'Lindqvist',
  telephone: '+1 207 555 0142',
  address_1: 'Ropewalk Lane',
  address_2: 'Apt 4',
  house_num: '18',
  city: 'Portland',
  state: 'Maine',
  country: 'United States',
  postcode: '04101',
}
const office = { ...home, address_1: 'Commercial Street', address_2: '', house_num: '1' }

const list = (who: Person) => who.call(calls.listAddresses, {})

test('adds an address, and makes the first one the default', async () => {
  const ada = await shop.signedIn()
  expect(await list(ada)).toEqual([])
  const first = await ada.call(calls.addAddress, home)
  expect(first).toEqual({
    ...home,
    ...{ country_code: 'US', state_code: 'ME', id: expect.any(String), is_default: true },
    formatted: '18, Ropewalk Lane, Apt 4, Portland, Maine, 04101, United States',
  })
  shop.clock.advance(1000)
  const second = await ada.call(calls.addAddress, { ...office, is_default: false })
  expect(second.is_default).toBe(false)
  expect((await list(ada)).map(({ id }) => id)).toEqual([first.id, second.id])
  expect(await ada.call(calls.listAddresses, { limit: 1 })).toHaveLength(1)
})

test('keeps exactly one default address when addresses are added, edited or chosen as default', async () => {
  const ada = await shop.signedIn()
  const first = await ada.call(calls.addAddress, home)
  const second = await ada.call(calls.addAddress, { ...office, is_default: true })
  const defaults = async () => (await list(ada)).filter((one) => one.is_default).map(({ id }) => id)
  expect(await defaults()).toEqual([second.id])
  expect(await ada.call(calls.makeAddressDefault, { id: first.id })).toMatchObject({ is_default: true })
  expect(await ada.call(calls.makeAddressDefault, { id: first.id })).toMatchObject({ is_default: true })
  expect(await defaults()).toEqual([first.id])
  await ada.call(calls.editAddress, { ...office, id: second.id, is_default: true })
  expect(await defaults()).toEqual([second.id])
  expect(await ada.call(calls.editAddress, { ...office, id: second.id, city: 'Bath' })).toMatchObject({
    city: 'Bath',
    is_default: true,
  })
})

test('makes the newest other address the default when the default is deleted', async () => {
  const ada = await shop.signedIn()
  const first = await ada.call(calls.addAddress, home)
  shop.clock.advance(1000)
  const second = await ada.call(calls.addAddress, office)
  expect(await ada.call(calls.deleteAddress, { id: first.id })).toBe(null)
  expect(await list(ada)).toMatchObject([{ id: second.id, is_default: true }])
  await ada.call(calls.deleteAddress, { id: second.id })
  expect(await list(ada)).toEqual([])
  await expect(ada.call(calls.deleteAddress, { id: second.id })).rejects.toMatchObject({ status: 404 })
})

test('stores a repeated address once', async () => {
  const ada = await shop.signedIn()
  const first = await ada.call(calls.addAddress, home)
  await ada.call(calls.addAddress, office)
  expect(await ada.call(calls.addAddress, { ...home, city: ' Portland ' })).toEqual(first)
  expect(await list(ada)).toHaveLength(2)
})

test.each([
  [{ firstname: ' ' }, { firstname: ['Please fill in this field'] }],
  [{ address_1: undefined }, { address_1: ['Please fill in this field'] }],
  [{ telephone: 'call me' }, { telephone: ['Please enter a valid phone number'] }],
  [{ postcode: 'x'.repeat(13) }, { postcode: ['No more than 12 characters'] }],
  [{ country: 'Narnia' }, { country: ['Please choose a country'] }],
  [{ country: '' }, { country: ['Please fill in this field'] }],
  [{ country: 'Japan', state: 'Tokyo', postcode: 'x' }, { postcode: ['Please enter a valid postcode'] }],
  [
    { city: '', postcode: '' },
    { city: ['Please fill in this field'], postcode: ['Please fill in this field'] },
  ],
  [{ state: '' }, { state: ['Please fill in this field'] }],
  [{ state: 'Bavaria' }, { state: ['Please choose one'] }],
  [{ telephone: '123 456 7890' }, { telephone: ['Please enter a valid phone number'] }],
])('rejects an address with %j with errors by field', async (change, errors) => {
  const ada = await shop.signedIn()
  const response = await ada.fetch('/rest/address', json({ ...home, ...change }))
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ status_code: 422, errors })
  expect(await list(ada)).toEqual([])
})

test('stores a region as its code and a phone number in its international form', async () => {
  const ada = await shop.signedIn()
  const tokyo = { ...home, country: 'JP', state: '東京都', city: 'Chiyoda-ku', postcode: '100-0005' }
  const added = await ada.call(calls.addAddress, { ...tokyo, telephone: '03-1234-5678' })
  expect(added).toMatchObject({ state: 'Tokyo', state_code: '13', telephone: '+81 3 1234 5678' })
  const [row] = await shop.shop.db.select().from(addresses).where(eq(addresses.id, added.id))
  expect(row).toMatchObject({ country: 'JP', state: '13' })
  const read = await ada.fetch('/rest/address', { headers: { cookie: 'language=de' } })
  expect((await read.json()).data).toMatchObject([{ state: 'Tokyo', country: 'Japan' }])
})

test('keeps addresses of before readable: a region without a code, and an unusual phone number', async () => {
  const ada = await shop.signedIn()
  const old = { ...home, state: 'Massachusetts Bay', telephone: 'ring next door', city: 'Boston' }
  const { address_1: address1, address_2: address2, house_num: houseNum, ...rest } = old
  await shop.shop.db.insert(addresses).values({
    ...{ ...rest, address1, address2, houseNum, id: newId(), customerId: ada.id },
    createdAt: shop.clock.now(),
  })
  expect(await list(ada)).toMatchObject([
    { state: 'Massachusetts Bay', state_code: null, telephone: 'ring next door', country_code: 'US' },
  ])
})

test('accepts addresses only in countries that the shop ships to', async () => {
  const ada = await shop.signedIn()
  const { id } = await ada.call(calls.addAddress, home)
  await shipTo(shop.shop.db, 'DE')
  onTestFinished(() => shipTo(shop.shop.db, ''))
  const refused = { status: 422, refusal: { errors: { country: ['We do not ship to this country'] } } }
  await expect(ada.call(calls.addAddress, office)).rejects.toMatchObject(refused)
  await expect(ada.call(calls.editAddress, { ...home, id, city: 'Bath' })).rejects.toMatchObject(refused)
  expect(await list(ada)).toMatchObject([{ id, city: 'Portland' }])
})

test('returns the address format of a country, and with which one a form starts', async () => {
  const format = (code: string) => shop.stranger().call(calls.getAddressFormat, { code })
  expect(await format('US')).toMatchObject({ country_code: 'US', postcode_example: '95014' })
  expect((await format('US')).regions).toContainEqual({ code: 'ME', name: 'Maine' })
  expect(await format('first')).toMatchObject({ country_code: '', regions: [] })
  await shipTo(shop.shop.db, 'JP')
  onTestFinished(() => shipTo(shop.shop.db, ''))
  expect(await format('first')).toMatchObject({ country_code: 'JP' })
  await expect(format('XX')).rejects.toMatchObject({ status: 404 })
  await expect(format('us')).rejects.toMatchObject({ status: 422 })
})

test('names the country of an address in the language of the reader', async () => {
  const ada = await shop.signedIn()
  const german = { cookie: 'language=de' }
  const added = await ada.fetch('/rest/address', json({ ...home, country: 'DE', postcode: '10115' }, german))
  expect((await added.json()).data).toMatchObject({ country: 'Deutschland', country_code: 'DE' })
  expect(await list(ada)).toMatchObject([{ country: 'Germany', country_code: 'DE' }])
})

test('lists the countries that the shop ships to in the order of the reader’s language', async () => {
  await shipTo(shop.shop.db, 'SE,AT,DE')
  const answer = await shop.stranger().fetch('/rest/countries?only=shipped_to', { headers: { cookie: 'language=de' } })
  expect((await answer.json()).data).toEqual([
    { code: 'DE', name: 'Deutschland' },
    { code: 'AT', name: 'Österreich' },
    { code: 'SE', name: 'Schweden' },
  ])
  expect(await shop.stranger().call(calls.listCountries, {})).toHaveLength(countryCodes.length)
  await shipTo(shop.shop.db, '')
})

test('limits an address book to fifty addresses', async () => {
  const ada = await shop.signedIn()
  for (let no = 1; no <= 50; no++) await ada.call(calls.addAddress, { ...home, house_num: String(no) })
  await expect(ada.call(calls.addAddress, { ...home, house_num: '51' })).rejects.toMatchObject({
    status: 422,
    refusal: { code: 'address_book_full' },
  })
  expect(await list(ada)).toHaveLength(50)
})

test("returns the same error for another shopper's address and for an unknown address", async () => {
  const { id } = await (await shop.signedIn()).call(calls.addAddress, home)
  const bob = await shop.signedIn('bob')
  const missing = { status: 404, refusal: { code: 'not_found' } }
  for (const addressId of [id, newId()]) {
    await expect(bob.call(calls.editAddress, { ...office, id: addressId })).rejects.toMatchObject(missing)
    await expect(bob.call(calls.deleteAddress, { id: addressId })).rejects.toMatchObject(missing)
    await expect(bob.call(calls.makeAddressDefault, { id: addressId })).rejects.toMatchObject(missing)
  }
})

test('stores no duplicate address and keeps one default through twenty simultaneous changes', async () => {
  const ada = await shop.signedIn()
  const wide = openDatabase(shop.url, { max: 20 })
  const here = { ...shop.shop, db: wide.db }
  await Promise.all(
    Array.from({ length: 20 }, (_, round) =>
      addAddress(here, ada.id, { ...(round % 2 ? home : office), is_default: round % 3 === 0 }),
    ),
  )
  const both = await list(ada)
  expect(both).toHaveLength(2)
  await Promise.all(
    Array.from({ length: 20 }, (_, round) => makeAddressDefault(here, ada.id, both[round % 2]?.id ?? '')),
  )
  const mine = and(eq(addresses.customerId, ada.id), eq(addresses.isDefault, true))
  const [row] = await wide.db.select({ defaults: count() }).from(addresses).where(mine)
  await wide.close()
  expect(row?.defaults).toBe(1)
})
