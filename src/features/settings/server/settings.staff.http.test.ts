import { beforeAll, expect, test } from 'vitest'
import type { StaffInput, StaffProblem } from '#contract/calls/staff-call.ts'
import { buy, goods, stockShop } from '#testing/shops/stocked-shop.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import { testShop } from '#testing/test-shop.ts'
import { editSettings, getSettings } from '../settings.staff.contract.ts'
import { readMailWords } from './mail-words.service.ts'
import { readReturnAddress } from './settings.service.ts'

const shop = testShop()
const staff = testStaff(shop)
let owner: StaffPerson

beforeAll(async () => {
  await stockShop(shop.shop.db, shop.clock.now())
  owner = await staff.member()
})

/** Returns the code of a refusal, followed by the fields with errors. */
const refusalOf = async (pending: Promise<unknown>) => {
  const { problem } = (await pending.catch((error: unknown) => error)) as StaffProblem
  return [problem?.code, ...(problem?.errors ?? []).map(({ field }) => field)]
}

test('shows the seller in mails, and fixes the order prefix once there is an order', async () => {
  const edit = (change: StaffInput<typeof editSettings>) => owner.call(editSettings, change, { ifMatch: '*' })
  const { data } = await edit({
    shop: { order_prefix: 'QY' },
    seller: {
      name: 'Quay ApS',
      address: ['1 Quay', 'Copenhagen'],
      email: 'hello@quay.test',
      phone: '+45 70 20 14 88',
      registration: 'CVR 13 58 56 28, Copenhagen',
      vat_number: 'dk 13 58 56 28',
    },
    returns: { name: 'Quay Returns', address: ['2 Quay', 'Bath'] },
  })
  expect(data.seller.vat_number).toBe('DK13585628')
  expect(data.shop).toMatchObject({ order_prefix: 'QY', is_order_prefix_fixed: false })
  expect((await readMailWords(shop.shop.db, null)).seller).toEqual([
    'Quay ApS, 1 Quay, Copenhagen',
    'CVR 13 58 56 28, Copenhagen, DK13585628',
    'hello@quay.test, +45 70 20 14 88',
  ])
  expect(await readReturnAddress(shop.shop.db)).toBe('Quay Returns\n2 Quay\nBath')
  expect(await refusalOf(edit({ seller: { vat_number: 'DK13585627' } }))).toEqual([
    'invalid_input',
    'seller.vat_number',
  ])
  for (const vat_number of ['123456', 'XX123456', 'DK']) {
    expect(await refusalOf(edit({ seller: { vat_number } }))).toEqual(['invalid_input', 'seller.vat_number'])
  }
  for (const email of ['hallo@lindenstoff', 'hallo']) {
    expect(await refusalOf(edit({ seller: { email } }))).toEqual(['invalid_input', 'seller.email'])
  }
  expect(await refusalOf(edit({ seller: { phone: 'call us' } }))).toEqual(['invalid_input', 'seller.phone'])
  for (const order_prefix of ['RT', 'TK', 'H', 'hb', 'IO']) {
    expect(await refusalOf(edit({ shop: { order_prefix } }))).toEqual(['invalid_input', 'shop.order_prefix'])
  }
  const ada = await shop.signedIn()
  const { orderNo } = await buy(shop.shop, ada, [goods.dress])
  expect(orderNo).toMatch(/^QY[2-9A-Z]{11}$/)
  expect((await owner.call(getSettings, {})).data.shop.is_order_prefix_fixed).toBe(true)
  expect(await refusalOf(edit({ shop: { order_prefix: 'HB' } }))).toEqual(['invalid_input', 'shop.order_prefix'])
  await edit({ shop: { order_prefix: 'QY', name: 'Quay' } })
})

test('keeps a description of the shop per language, and the parts of the seller’s address', async () => {
  const edit = (change: StaffInput<typeof editSettings>) => owner.call(editSettings, change, { ifMatch: '*' })
  const seller = { country: 'DE', region: '', city: 'Berlin', postcode: '10969', tax_number: '37/512/40218' }
  const { data } = await edit({
    shop: { description: ' Linen from Berlin. ', descriptions: { de: 'Leinen aus Berlin.' } },
    seller,
  })
  expect(data.shop).toMatchObject({ description: 'Linen from Berlin.', descriptions: { de: 'Leinen aus Berlin.' } })
  expect(data.seller).toMatchObject(seller)
  expect(await refusalOf(edit({ shop: { description: 'x'.repeat(301) } }))).toEqual([
    'invalid_input',
    'shop.description',
  ])
  expect(await refusalOf(edit({ seller: { country: 'XX' } }))).toEqual(['invalid_input', 'seller.country'])
})
