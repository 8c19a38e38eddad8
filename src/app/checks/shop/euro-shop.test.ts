import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { readSite } from '#app/render/site.ts'
import { addToCart, getCart } from '#features/cart/cart.contract.ts'
import { getProduct } from '#features/catalogue/catalogue.contract.ts'
import { listProducts } from '#features/catalogue/product-list.contract.ts'
import { skus } from '#features/catalogue/server/catalogue.tables.ts'
import { quoteCheckout } from '#features/checkout/checkout.contract.ts'
import { createCoupon, listStaffCoupons } from '#features/coupons/coupons.staff.contract.ts'
import { coupons } from '#features/coupons/server/coupons.tables.ts'
import { listCredit } from '#features/credit/credit.contract.ts'
import { changeCustomerCredit, getCustomer, listCustomers } from '#features/customers/customers.staff.contract.ts'
import { getFigures, getTodayFigures } from '#features/dashboard/figures.staff.contract.ts'
import { createImport, runImport } from '#features/imports/imports.staff.contract.ts'
import { processImports } from '#features/imports/server/work/process-imports.service.ts'
import { createShippingMethod, listShippingMethods } from '#features/markets/shipping-methods.staff.contract.ts'
import { getSetup } from '#features/onboarding/setup.staff.contract.ts'
import { getOrder } from '#features/orders/orders.staff.contract.ts'
import { previewRefund, refundOrder } from '#features/payments/payments.staff.contract.ts'
import { editCurrency, editSettings, getCurrency, getSettings } from '#features/settings/settings.staff.contract.ts'
import { getMe } from '#features/staff/me.staff.contract.ts'
import { listRoles } from '#features/staff/members.staff.contract.ts'
import { loadReference } from '#reference/load-reference.ts'
import { buyAndPay } from '#testing/shops/stocked-shop.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import { testShop } from '#testing/test-shop.ts'

// An empty shop, opened by a merchant in Berlin.

const shop = testShop()
const staff = testStaff(shop)
let owner: StaffPerson
const now = { ifMatch: '*' } as const
const setCurrency = (currency: string) => owner.call(editSettings, { shop: { currency } }, now)
const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => 'no problem',
    ({ problem }) => problem.code,
  )

beforeAll(async () => {
  await loadReference(shop.shop.db)
  owner = await staff.member('owner')
})

const exports = ['orders.csv', 'products.csv', 'order-list.csv', 'return-list.csv']

test('starts in dollars, and lists the currency among the steps until it is chosen', async () => {
  const { data } = await owner.call(getSettings, {})
  expect(data.shop).toMatchObject({ currency: 'USD', is_currency_fixed: false })
  const { steps } = (await owner.call(getSetup, {})).data
  expect(steps.find(({ name }) => name === 'currency')).toMatchObject({ missing: 'Choose the currency of your shop.' })
})

test('refuses a currency that the shop does not have', async () => {
  expect(await problemOf(setCurrency('XAU'))).toBe('invalid_input')
})

test('changes the currency with all rates and refund limits, and can change it back', async () => {
  const limitOf = async (id: string) =>
    (await owner.call(listRoles, {})).data.data.find((role) => role.id === id)?.refund_limit
  const rateOf = async (code: string) => (await owner.call(getCurrency, { code })).data.rate
  const limit = await limitOf('support')
  expect(limit).toBeGreaterThan(0)
  await owner.call(editCurrency, { code: 'JPY', price_ending: '99', price_adjustment: 5_000 }, now)
  await setCurrency('JPY')
  expect(await rateOf('JPY')).toBe(1)
  expect(await rateOf('USD')).toBeCloseTo(1 / 149.36, 9)
  expect((await owner.call(getCurrency, { code: 'JPY' })).data).toMatchObject({
    ...{ price_rule: 'converted', price_ending: 'none', price_adjustment: 0 },
  })
  await setCurrency('EUR')
  expect(await rateOf('EUR')).toBe(1)
  expect(await rateOf('USD')).toBeCloseTo(1 / 0.9214, 6)
  expect(await rateOf('GBP')).toBeCloseTo(0.7865 / 0.9214, 6)
  const inEuros = (await limitOf('support')) ?? 0
  expect(inEuros % 100).toBe(0)
  expect(inEuros / (limit ?? 1)).toBeCloseTo(0.92, 1)
  expect((await owner.call(getMe, {})).data.shop.currency).toBe('EUR')
})

test('refuses a rate and a price rule of its own currency', async () => {
  expect(await problemOf(owner.call(editCurrency, { code: 'EUR', rate: 2 }, now))).toBe('invalid_input')
  expect(await problemOf(owner.call(editCurrency, { code: 'EUR', price_ending: '99' }, now))).toBe('invalid_input')
})

test('a merchant in Berlin sees euros only', async () => {
  const { db } = shop.shop
  const file = 'handle,name,status,sku,stock,price\nweste,Weste,live,WESTE,9,89.00\n'
  const { data: made } = await owner.call(createImport, { kind: 'products', file_name: 'waren.csv', file })
  await owner.call(runImport, { id: made.id })
  await processImports(shop.shop)
  const [sku] = await db.select().from(skus).where(eq(skus.sku, 'WESTE'))
  expect(sku).toMatchObject({ currency: 'EUR', priceAmount: 8_900 })

  const method = { market_id: 'worldwide', code: 'dhl', name: 'DHL', min_days: 1, max_days: 3 }
  await owner.call(createShippingMethod, { ...method, price: { amount: 490, currency: 'EUR' } })
  const percent = { kind: 'percent', percent: 10, condition_text: 'No minimum' } as const
  await owner.call(createCoupon, { ...percent, code: 'MOIN10' })
  const codes = () => db.select({ currency: coupons.currency }).from(coupons)
  expect(await codes()).toEqual([{ currency: 'EUR' }])
  await setCurrency('PLN')
  expect(await codes()).toEqual([{ currency: 'PLN' }])
  await setCurrency('EUR')

  const ada = await shop.signedIn()
  const site = await readSite(shop.shop, new Request('https://shop.test/'), new Set(['en']))
  expect(site.currency).toBe('EUR')
  const picked = new Request('https://shop.test/', { headers: { cookie: 'currency=GBP' } })
  expect((await readSite(shop.shop, picked, new Set(['en']))).currency).toBe('GBP')
  await ada.call(addToCart, { sku_id: sku?.id ?? 0, quantity: 1 })
  const seen = [
    await ada.call(getProduct, { handle: 'weste' }),
    await ada.call(listProducts, {}),
    await ada.call(getCart, {}),
    await ada.call(quoteCheckout, { shipping_method: 'dhl' }),
  ]
  expect(JSON.stringify(seen)).toMatch(/"code":"EUR","price":"€89\.00"/)

  const order = await buyAndPay(shop.shop, ada, [sku?.id ?? 0], { currency: 'EUR', shippingMethod: 'dhl' })
  expect(order.totalAmount).toBe(9_390)
  await owner.call(changeCustomerCredit, { id: ada.id, amount: 500, reason: 'goodwill' })
  const desk = await staff.member('support')
  const no = order.orderNo
  expect(await problemOf(desk.call(changeCustomerCredit, { id: ada.id, amount: 900_000, reason: 'goodwill' }))).toBe(
    'over_refund_limit',
  )
  const [line] = (await owner.call(getOrder, { no })).data.lines
  const part = { no, lines: [{ id: line?.id ?? '', amount: 1_000 }], reason: 'Fleck' }
  const about = { id: ada.id }
  const day = shop.clock.now().toISOString().slice(0, 10)
  const shown = [
    ...seen,
    await ada.call(listCredit, {}),
    (await owner.call(previewRefund, { no, lines: `${line?.id}:1000` })).data,
    (await owner.call(refundOrder, part)).data,
    (await owner.call(getOrder, { no })).data,
    (await owner.call(getCustomer, about)).data,
    (await owner.call(listCustomers, { spent_from: 5_000 })).data,
    (await owner.call(listStaffCoupons, {})).data,
    (await owner.call(listShippingMethods, {})).data,
    (await owner.call(getTodayFigures, {})).data,
    (await owner.call(getFigures, { from: day, to: day })).data,
    ...(await Promise.all(
      exports.map((name) => owner.fetch(`/staff-api/v1/exports/${name}`).then((one) => one.text())),
    )),
  ]
  const text = JSON.stringify(shown)
  expect(text).not.toMatch(/USD|\$|dollar/i)
  expect(text).toContain('"currency":"EUR"')
  expect((await owner.call(listCustomers, { spent_from: 9_391 })).data.data).toEqual([])
})

test('keeps its currency once there is an order', async () => {
  expect((await owner.call(getSettings, {})).data.shop).toMatchObject({ currency: 'EUR', is_currency_fixed: true })
  expect(await problemOf(setCurrency('USD'))).toBe('currency_fixed')
  expect(await problemOf(setCurrency('EUR'))).toBe('no problem')
})
