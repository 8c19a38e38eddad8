import { beforeAll, expect, test } from 'vitest'
import { editSettings } from '#features/settings/settings.staff.contract.ts'
import { createTaxRegistration } from '#features/tax/tax.staff.contract.ts'
import { loadReference } from '#reference/load-reference.ts'
import { problemOf, type StaffPerson, testStaff } from '#testing/staff.ts'
import { testShop } from '#testing/test-shop.ts'
import { createCategory, editCategory } from '../categories.staff.contract.ts'
import { createProduct, editProduct } from '../products.staff.contract.ts'
import { previewTax } from '../tax-preview.staff.contract.ts'

const shop = testShop()
const staff = testStaff(shop)
let owner: StaffPerson

beforeAll(async () => {
  await loadReference(shop.shop.db)
  owner = await staff.member()
  const settings = { seller: { country: 'DE' }, tax: { status: 'registered' as const } }
  await owner.call(editSettings, settings, { ifMatch: '*' })
  await owner.call(createTaxRegistration, { scheme: 'oss', country: 'DE', valid_from: '2021-07-01' })
})

test('a product has its own tax category, else that of its category or of the parent category', async () => {
  await owner.call(createCategory, { code: 'kids', name: 'Kids', tax_category: 'childrens_clothing' })
  await owner.call(createCategory, { code: 'kids_coats', name: 'Coats for kids', parent: 'kids' })
  const handle = 'tiny-coat'
  const { data: coat } = await owner.call(createProduct, { handle, name: 'Tiny Coat', categories: ['kids_coats'] })
  expect(coat.tax_category).toBeNull()
  const readRate = async () => {
    const { data } = await owner.call(previewTax, { amount: 5000, currency: 'USD', country: 'IE', product: handle })
    return [data.category, data.rate]
  }
  expect(await readRate()).toEqual(['childrens_clothing', 0])
  await owner.call(editProduct, { handle, tax_category: 'clothing' }, { ifMatch: '*' })
  expect(await readRate()).toEqual(['clothing', 23_000])
  await owner.call(editProduct, { handle, tax_category: null }, { ifMatch: '*' })
  await owner.call(editCategory, { code: 'kids', tax_category: null }, { ifMatch: '*' })
  expect(await readRate()).toEqual([null, 23_000])
})

test('refuses the code of a tax category that does not exist', async () => {
  const category = owner.call(createCategory, { code: 'toys', name: 'Toys', tax_category: 'toys' })
  expect(await problemOf(category)).toBe('invalid_input')
  const product = owner.call(editProduct, { handle: 'tiny-coat', tax_category: 'toys' }, { ifMatch: '*' })
  expect(await problemOf(product)).toBe('invalid_input')
})
