import { expect, test } from 'vitest'
import { getMe } from '#features/staff/me.staff.contract.ts'
import { loadReference } from '#reference/load-reference.ts'
import { testStaff } from '#testing/staff.ts'
import { testShop } from '#testing/test-shop.ts'
import { loadCurrencies } from './load-currencies.ts'

const shop = testShop()
const staff = testStaff(shop)

test('lets marketing enter prices in every currency of the shop without access to the settings', async () => {
  await loadReference(shop.shop.db)
  async function listFor(role: string) {
    const { call } = await staff.member(role)
    const { data: me } = await call(getMe, {})
    const currencies = await loadCurrencies({ load: call, me })
    return currencies.map(({ code, decimals }) => `${code} ${decimals}`).sort()
  }
  const listed = await listFor('marketing')
  expect(listed).toEqual(await listFor('manager'))
  expect(listed).toEqual(expect.arrayContaining(['EUR 2', 'JPY 0', 'USD 2']))
})
