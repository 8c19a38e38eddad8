import { beforeAll, describe, expect, test } from 'vitest'
import type { StaffProblem } from '#contract/calls/staff-call.ts'
import { previewTax } from '#features/catalogue/tax-preview.staff.contract.ts'
import { editSettings } from '#features/settings/settings.staff.contract.ts'
import { loadReference } from '#reference/load-reference.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import { testShop } from '#testing/test-shop.ts'
import {
  createTaxRate,
  createTaxRegistration,
  editTaxRate,
  getTaxRate,
  listTaxRates,
  removeTaxRate,
} from '../tax.staff.contract.ts'
import { euCountries } from '../tax-places.rules.ts'

const shop = testShop()
const staff = testStaff(shop)
let owner: StaffPerson

beforeAll(async () => {
  await loadReference(shop.shop.db)
  owner = await staff.member()
})

const problemOf = async (asked: Promise<unknown>) => {
  const { problem } = (await asked.catch((error: unknown) => error)) as StaffProblem
  return [problem?.code, ...(problem?.errors ?? []).map(({ field }) => field)]
}

test('starts with a general rate of each EU country, the UK, Norway, Switzerland and Japan', async () => {
  const { data } = (await owner.call(listTaxRates, { limit: 200 })).data
  const current = data.filter(({ region, category, valid_until }) => region === '' && !category && !valid_until)
  expect(current.map(({ country }) => country).sort()).toEqual([...euCountries, 'GB', 'NO', 'CH', 'JP'].sort())
  expect(data.every(({ source, source_date }) => source !== '' && source_date !== null)).toBe(true)
})

describe('tax rates', () => {
  const add = (more: object) =>
    owner.call(createTaxRate, { country: 'IS', rate: 24_000, valid_from: '2015-01-01', ...more })

  test('end the current rate the day before, and refuse overlaps', async () => {
    const { data: first } = await add({})
    const { data: second } = await add({ rate: 25_000, valid_from: '2027-01-01' })
    expect((await owner.call(getTaxRate, { id: first.id })).data.valid_until).toBe('2026-12-31')
    expect(second).toMatchObject({ valid_until: null, source: '', source_date: null })
    expect(await problemOf(add({ valid_from: '2020-01-01' }))).toEqual(['invalid_input', 'valid_from'])
    expect(await problemOf(add({ valid_from: '2030-01-01', valid_until: '2029-01-01' }))).toEqual([
      'invalid_input',
      'valid_until',
    ])
    const early = owner.call(editTaxRate, { id: second.id, valid_from: '2026-06-01' }, { ifMatch: '*' })
    expect(await problemOf(early)).toEqual(['invalid_input', 'valid_from'])
    for (const { id } of [first, second]) await owner.call(removeTaxRate, { id }, { ifMatch: '*' })
  })

  test('of a category leave the general rate alone', async () => {
    const { data: general } = await add({})
    const { data: clothing } = await add({ rate: 0, category: 'clothing', valid_from: '2026-01-01' })
    expect((await owner.call(getTaxRate, { id: general.id })).data.valid_until).toBeNull()
    expect(await problemOf(add({ category: 'no-such-category' }))).toEqual(['invalid_input', 'category'])
    for (const { id } of [general, clothing]) await owner.call(removeTaxRate, { id }, { ifMatch: '*' })
  })

  test('have regions only where taxes are regional', async () => {
    expect(await problemOf(add({ region: 'RV' }))).toEqual(['invalid_input', 'region'])
  })
})

test.each([
  ['a US registration without a state', { scheme: 'destination', country: 'US' }, 'region'],
  ['the One-Stop Shop outside of the EU', { scheme: 'oss', country: 'NO' }, 'country'],
  ['a wrong VAT number', { scheme: 'domestic', country: 'DE', number: 'DE136695977' }, 'number'],
  [
    'a limit in an unknown currency',
    { scheme: 'destination', country: 'GB', limit: { amount: 1, currency: 'ZZZ' } },
    'limit',
  ],
] as const)('refuses %s', async (_, registration, field) => {
  expect(await problemOf(owner.call(createTaxRegistration, { ...registration, valid_from: '2021-01-01' }))).toEqual([
    'invalid_input',
    field,
  ])
})

test('previews the tax of a price for consumers and businesses', async () => {
  const settings = { seller: { country: 'DE' }, tax: { status: 'registered' as const, business_buyers: true } }
  await owner.call(editSettings, settings, { ifMatch: '*' })
  const preview = async (country: string, buyer: 'consumer' | 'business' = 'consumer') =>
    (await owner.call(previewTax, { amount: 8900, currency: 'USD', country, buyer })).data
  expect(await preview('FR')).toMatchObject({ treatment: 'domestic', country: 'DE', rate: 19_000 })
  await owner.call(createTaxRegistration, { scheme: 'oss', country: 'DE', valid_from: '2021-07-01' })
  expect(await preview('FR')).toMatchObject({
    ...{ treatment: 'oss', country: 'FR', rate: 20_000, display: 'included' },
    ...{ net: { amount: 7417 }, tax: { amount: 1483 }, gross: { amount: 8900 } },
  })
  expect(await preview('FR', 'business')).toMatchObject({ treatment: 'intra_community', tax: { amount: 0 } })
  expect(await preview('US')).toMatchObject({ treatment: 'export', country: null, rate: 0 })
  expect(
    await problemOf(owner.call(createTaxRegistration, { scheme: 'oss', country: 'FR', valid_from: '2021-07-01' })),
  ).toEqual(['exists_already'])
})
