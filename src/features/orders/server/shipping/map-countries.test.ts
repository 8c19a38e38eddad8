import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { addresses } from '#features/addresses/server/addresses.tables.ts'
import { getOrder } from '#features/orders/orders.contract.ts'
import { listOrderChoices, listOrders } from '#features/orders/orders.staff.contract.ts'
import { newId } from '#server/database/ids.ts'
import { buy, goods, stockShop, testAddress } from '#testing/shops/stocked-shop.ts'
import { testStaff } from '#testing/staff.ts'
import { testShop } from '#testing/test-shop.ts'
import { orderAddresses } from '../orders.tables.ts'
import { mapCountries } from './map-countries.service.ts'

const shop = testShop()
const staff = testStaff(shop)

beforeAll(() => stockShop(shop.shop.db, shop.clock.now()))

test('maps the countries of old orders and addresses to ISO codes, and keeps text that matches none', async () => {
  const { db } = shop.shop
  const ada = await shop.signedIn()
  const orderOf = new Map<string, string>()
  for (const country of ['Deutschland', 'polska', 'United States', 'Narnia']) {
    const { orderId } = await buy(shop.shop, ada, [goods.scarf])
    await db.update(orderAddresses).set({ country }).where(eq(orderAddresses.orderId, orderId))
    orderOf.set(country, orderId)
  }
  const kept = { id: newId(), customerId: ada.id, ...testAddress, country: 'Österreich', createdAt: shop.clock.now() }
  await db.insert(addresses).values(kept)

  await mapCountries(shop.shop)
  await mapCountries(shop.shop)

  const rows = await db.select().from(orderAddresses)
  const countryOf = new Map(rows.map(({ orderId, country }) => [orderId, country]))
  expect([...orderOf].map(([typed, orderId]) => [typed, countryOf.get(orderId)])).toEqual([
    ['Deutschland', 'DE'],
    ['polska', 'PL'],
    ['United States', 'US'],
    ['Narnia', 'Narnia'],
  ])
  expect(await db.select().from(addresses)).toMatchObject([{ country: 'AT' }])
  // Shoppers and staff read the mapped country.
  const read = async (typed: string) =>
    (await ada.call(getOrder, { orderId: orderOf.get(typed) ?? '' })).shipping_address
  expect(await read('Deutschland')).toMatchObject({ country: 'Germany', country_code: 'DE' })
  expect(await read('Narnia')).toMatchObject({ country: 'Narnia', country_code: null })
  const tess = await staff.member('manager', 'Tess Berg')
  for (const country of ['DE', 'Germany', 'Deutschland']) {
    const { data } = (await tess.call(listOrders, { country })).data
    expect(data).toMatchObject([{ id: orderOf.get('Deutschland'), country: 'Germany', country_code: 'DE' }])
  }
  expect((await tess.call(listOrderChoices, {})).data.countries).toEqual([
    'Germany',
    'Narnia',
    'Poland',
    'United States',
  ])
})
