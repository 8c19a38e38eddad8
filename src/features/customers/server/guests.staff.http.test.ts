import { beforeAll, describe, expect, test } from 'vitest'
import { listAddresses } from '#features/addresses/addresses.contract.ts'
import { buy, buyAndPay, goods, stockShop, testAddress } from '#testing/shops/stocked-shop.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import { testShop } from '#testing/test-shop.ts'
import { countCustomers, getCustomer, saveCustomerAddress } from '../customers.staff.contract.ts'
import { listGuests } from '../guests.staff.contract.ts'

const shop = testShop()
const staff = testStaff(shop)
let owner: StaffPerson

beforeAll(async () => {
  await stockShop(shop.shop.db, shop.clock.now())
  owner = await staff.member()
})

describe('guests', () => {
  const guest = (email: string) => ({ id: '', email })

  beforeAll(async () => {
    await buyAndPay(shop.shop, guest('bo@guests.test'), [goods.dress])
    shop.clock.advance(60_000)
    await buy(shop.shop, guest('bo@guests.test'), [goods.dress], { address: { ...testAddress, firstname: 'Bo' } })
    await buyAndPay(shop.shop, guest('cy@guests.test'), [goods.dress])
    await buy(shop.shop, guest('ab_1@guests.test'), [goods.dress])
    const ada = await shop.signedIn()
    await buyAndPay(shop.shop, ada, [goods.dress])
  })

  test('are listed once for each email address that ordered without an account, page by page', async () => {
    const first = await owner.call(listGuests, { limit: 2 })
    expect(first.data.total).toBe(3)
    expect(first.data.data.map(({ email }) => email)).toEqual(['ab_1@guests.test', 'bo@guests.test'])
    expect(first.data.data[0]).toMatchObject({ orders_count: 1, spent: [] })
    expect(first.data.data[1]).toMatchObject({
      name: 'Bo Lind',
      city: 'Portland',
      orders_count: 2,
      spent: [{ currency: 'USD', amount: expect.any(Number) }],
    })
    const rest = await owner.call(listGuests, { limit: 2, after: first.data.next ?? '' })
    expect(rest.data).toMatchObject({ data: [{ email: 'cy@guests.test' }], next: null })
    expect((await owner.call(countCustomers, {})).data.guests).toBe(3)
  })

  test('are found by the beginning of their email address, with wildcards taken literally', async () => {
    const find = async (q: string) => (await owner.call(listGuests, { q })).data.data.map(({ email }) => email)
    expect(await find('BO@')).toEqual(['bo@guests.test'])
    expect(await find('ab_')).toEqual(['ab_1@guests.test'])
    expect(await find('%')).toEqual([])
  })

  test('are hidden from staff who may not see customers', async () => {
    const marketing = await staff.member('marketing')
    await expect(marketing.call(listGuests, {})).rejects.toMatchObject({ problem: { code: 'not_allowed' } })
  })
})

describe('the default address of a customer', () => {
  const input = {
    ...{ firstname: 'Ada', lastname: 'Lind', telephone: '+1 207 555 0142', country: 'United States' },
    ...{ address_1: '18 Ropewalk Lane', city: 'Portland', postcode: '04101' },
  }

  test('is added or changed in place, and shown to the shopper', async () => {
    const ada = await shop.signedIn()
    const save = (more: object) => owner.call(saveCustomerAddress, { id: ada.id, ...input, ...more })
    expect((await save({})).data.addresses).toMatchObject([{ city: 'Portland' }])
    expect((await save({ city: 'Bath' })).data.addresses).toMatchObject([{ city: 'Bath' }])
    expect(await ada.call(listAddresses, {})).toMatchObject([{ city: 'Bath', is_default: true }])
    expect((await owner.call(getCustomer, { id: ada.id })).data.possible).toContain('address')
  })

  test('must pass the checks of the shopper’s form, and requires the right to change customers', async () => {
    const ada = await shop.signedIn()
    const wrong = { id: ada.id, ...input, city: ' ', telephone: 'none' }
    await expect(owner.call(saveCustomerAddress, wrong)).rejects.toMatchObject({
      problem: { code: 'invalid_input', errors: [{ field: 'telephone' }, { field: 'city' }] },
    })
    const viewer = await staff.member('viewer')
    const refused = viewer.call(saveCustomerAddress, { id: ada.id, ...input })
    await expect(refused).rejects.toMatchObject({ problem: { code: 'not_allowed' } })
    expect(await ada.call(listAddresses, {})).toEqual([])
  })
})
