import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { StaffInput } from '#contract/calls/staff-call.ts'
import { dayMs } from '#contract/times/times.ts'
import { addToCart } from '#features/cart/cart.contract.ts'
import { quoteCheckout } from '#features/checkout/checkout.contract.ts'
import { shippingMethods } from '#features/markets/server/shipping-methods.tables.ts'
import { getPaymentProvider } from '#features/payments/payments.staff.contract.ts'
import { readProviderStatus } from '#features/payments/server/payment-provider.staff.service.ts'
import { noProvider } from '#features/payments/server/providers/choose-provider.ts'
import { createStripeProvider } from '#features/payments/server/providers/stripe-provider.ts'
import { editSettings } from '#features/settings/settings.staff.contract.ts'
import { taxRegistrations } from '#features/tax/server/tax.tables.ts'
import { goods, stockShop } from '#testing/shops/stocked-shop.ts'
import { testStaff } from '#testing/staff.ts'
import { testShop } from '#testing/test-shop.ts'
import { getSetup, saveTaxSetup } from '../setup.staff.contract.ts'
import { readSetup } from './setup.service.ts'

const shop = testShop()
const staff = testStaff(shop)
beforeAll(() => stockShop(shop.shop.db, shop.clock.now()))

test('lists missing steps with reasons, and accepts orders only when a seller is set', async () => {
  const owner = await staff.member()
  const ada = await shop.signedIn()
  await ada.call(addToCart, { sku_id: goods.dress, quantity: 1 })
  const edit = (name: string) => owner.call(editSettings, { seller: { name } }, { ifMatch: '*' })
  const read = async () => (await owner.call(getSetup, {})).data
  await edit('')
  expect(await read()).toMatchObject({
    takes_orders: false,
    closed_because: ['Enter the legal name of the seller in the settings.'],
  })
  expect(await ada.call(quoteCheckout, {})).toMatchObject({ payments: 'closed' })
  await edit('Harbor Goods')
  const { takes_orders, steps } = await read()
  expect(takes_orders).toBe(true)
  expect(steps.find(({ name }) => name === 'seller')).toMatchObject({
    is_done: true,
    is_needed: true,
    missing: null,
    now: expect.stringContaining('Harbor Goods'),
  })
  expect(steps.find(({ name }) => name === 'return_address')).toMatchObject({ is_done: false, is_needed: false })
  expect(await ada.call(quoteCheckout, {})).toMatchObject({ payments: 'test' })
})

test('takes no orders if only the example shipping method is active and no payment provider is set up', async () => {
  const { db } = shop.shop
  await db.update(shippingMethods).set({ isActive: false })
  await db.update(shippingMethods).set({ isActive: true, code: 'example' }).where(eq(shippingMethods.id, 1))
  const { takes_orders, closed_because } = await readSetup({ ...shop.shop, payments: noProvider })
  expect(takes_orders).toBe(false)
  expect(closed_because).toHaveLength(2)
})

test('opens the shop with its first real shipping method, and keeps the step open while the example is active', async () => {
  const { db } = shop.shop
  await db.update(shippingMethods).set({ isActive: true })
  const read = async () => {
    const { takes_orders, steps } = await readSetup(shop.shop)
    return { takes_orders, missing: steps.find(({ name }) => name === 'shipping')?.missing }
  }
  expect(await read()).toEqual({ takes_orders: true, missing: expect.stringContaining('Turn off the example') })
  await db.update(shippingMethods).set({ isActive: false }).where(eq(shippingMethods.code, 'example'))
  expect(await read()).toEqual({ takes_orders: true, missing: null })
})

test('shows the payment provider, its mode and missing settings, but no secret', async () => {
  const owner = await staff.member()
  const { data } = await owner.call(getPaymentProvider, {})
  expect(data).toMatchObject({ name: 'test', mode: 'test', missing: expect.stringContaining('charges no money') })
  expect(data.settings.every(({ is_set }) => !is_set)).toBe(true)
  expect(await readProviderStatus({ ...shop.shop, payments: noProvider })).toMatchObject({
    mode: 'none',
    missing: 'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.',
  })
  const stripe = (secretKey: string) =>
    createStripeProvider({ secretKey, webhookSecret: 'whsec_hidden', publicUrl: 'https://shop.example' })
  const live = await readProviderStatus({
    ...shop.shop,
    publicUrl: 'https://shop.example',
    payments: stripe('sk_live_hidden'),
  })
  expect(live).toMatchObject({
    ...{ name: 'stripe', mode: 'live', missing: null },
    webhook: { url: 'https://shop.example/webhooks/stripe', is_used: true, is_reachable: true },
  })
  expect(JSON.stringify(live)).not.toContain('hidden')
  const tried = await readProviderStatus({ ...shop.shop, payments: stripe('sk_test_hidden') })
  expect(tried).toMatchObject({ mode: 'test', missing: expect.stringContaining('test mode') })
})

describe('the tax registration', () => {
  const german = { country: 'DE', vat_number: 'de 136 695 976', tax_number: '37/512/40218' }
  const registered = { ...german, status: 'registered' as const }
  const listRegistrations = async () => {
    const rows = await shop.shop.db.select().from(taxRegistrations).orderBy(taxRegistrations.scheme)
    return rows.map(({ scheme, country, number, validUntil }) => [scheme, country, number, validUntil])
  }

  test('completes the step, and registers a seller in the EU at home and for the One-Stop Shop', async () => {
    const owner = await staff.member()
    const before = (await owner.call(getSetup, {})).data
    expect(before.tax).toMatchObject({ country: '', status: null, uses_oss: false })
    expect(before.steps.find(({ name }) => name === 'tax')).toMatchObject({ is_done: false, needed_for: 'law' })
    const { data } = await owner.call(saveTaxSetup, { ...registered, uses_oss: true }, { ifMatch: '*' })
    expect(data).toEqual({ ...registered, vat_number: 'DE136695976', uses_oss: true })
    expect((await owner.call(getSetup, {})).data.steps.find(({ name }) => name === 'tax')).toMatchObject({
      is_done: true,
      now: 'Registered, Germany · DE136695976',
    })
    expect(await listRegistrations()).toEqual([
      ['domestic', 'DE', 'DE136695976', null],
      ['oss', 'DE', 'DE136695976', null],
    ])
  })

  test('ends registrations the day before, starts them again, and refuses a wrong number', async () => {
    const yesterday = shop.clock.now().toISOString().slice(0, 10)
    shop.clock.advance(dayMs)
    const owner = await staff.member()
    const save = (input: StaffInput<typeof saveTaxSetup>) => owner.call(saveTaxSetup, input, { ifMatch: '*' })
    await save({ ...registered, uses_oss: false })
    expect(await listRegistrations()).toEqual([
      ['domestic', 'DE', 'DE136695976', null],
      ['oss', 'DE', 'DE136695976', yesterday],
    ])
    await save({ ...registered, uses_oss: true })
    expect(await listRegistrations()).toContainEqual(['oss', 'DE', 'DE136695976', null])
    // A registration of the same day never applied, so it is removed instead of ended.
    await save({ ...german, status: 'small_business' })
    expect(await listRegistrations()).toEqual([['domestic', 'DE', 'DE136695976', yesterday]])
    await expect(save({ ...registered, vat_number: 'DE136695977' })).rejects.toMatchObject({ problem: { status: 422 } })
    await expect(save({ ...registered, country: 'XX' })).rejects.toMatchObject({ problem: { status: 422 } })
    const british = { country: 'GB', vat_number: '', tax_number: '', status: 'registered' as const, uses_oss: true }
    expect((await save(british)).data.uses_oss).toBe(false)
  })
})
