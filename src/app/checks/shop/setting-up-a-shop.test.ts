import { Secret, TOTP } from 'otpauth'
import { beforeAll, expect, test } from 'vitest'
import { createStaffCaller } from '#contract/calls/staff-call.ts'
import { hourMs } from '#contract/times/times.ts'
import { addToCart } from '#features/cart/cart.contract.ts'
import { createCategory } from '#features/catalogue/categories.staff.contract.ts'
import { listProducts } from '#features/catalogue/product-list.contract.ts'
import { createProduct, getStaffProduct } from '#features/catalogue/products.staff.contract.ts'
import { changeStock } from '#features/catalogue/stock.staff.contract.ts'
import { checkOut, quoteCheckout } from '#features/checkout/checkout.contract.ts'
import {
  createShippingMethod,
  listShippingMethods,
  removeShippingMethod,
} from '#features/markets/shipping-methods.staff.contract.ts'
import { getSetup } from '#features/onboarding/setup.staff.contract.ts'
import { packOrder, shipOrder } from '#features/orders/order-commands.staff.contract.ts'
import { getOrder, listOrders } from '#features/orders/orders.staff.contract.ts'
import { reportParcel } from '#features/orders/parcels.staff.contract.ts'
import { createPage } from '#features/pages/pages.staff.contract.ts'
import { listRefunds, markPaid, settleRefund } from '#features/payments/payments.staff.contract.ts'
import { decideReturn, receiveReturn } from '#features/returns/return-commands.staff.contract.ts'
import { giveParcel, listReturnReasons, requestReturn } from '#features/returns/returns.contract.ts'
import { getReturn, listReturns } from '#features/returns/returns.staff.contract.ts'
import { editSettings } from '#features/settings/settings.staff.contract.ts'
import { listAudit } from '#features/staff/audit.staff.contract.ts'
import { makeKey } from '#features/staff/keys.staff.contract.ts'
import { confirmMyCode, startMyCode } from '#features/staff/me.staff.contract.ts'
import { invite } from '#features/staff/members.staff.contract.ts'
import { makeSetupLink } from '#features/staff/server/people/invitations.service.ts'
import { acceptInvitation, sendCode, signInStaff } from '#features/staff/sign-in.staff.contract.ts'
import { loadReference } from '#reference/load-reference.ts'
import { testStaff } from '#testing/staff.ts'
import { testShop } from '#testing/test-shop.ts'

// A shop as `DEMO=false npm start` opens it: from the empty database to the first order that is paid, shipped, returned
// and refunded.

const shop = testShop()
const staff = testStaff(shop)
const password = 'kelp forest at noon'

beforeAll(() => loadReference(shop.shop.db))

const tokenOf = (text: string | null | undefined) => /token=([\w-]{43})/.exec(text ?? '')?.[1] ?? ''
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: shop.clock.now().getTime() })

/** Accepts an invitation link and sets up codes as the second step. */
async function acceptInvite(link: string | null | undefined, who: { name: string; email?: string }) {
  const browser = staff.browser()
  const { data } = await browser.call(acceptInvitation, { token: tokenOf(link), password, ...who })
  const { data: app } = await browser.call(startMyCode, {})
  await browser.call(confirmMyCode, { code: codeOf(app.secret) })
  return { ...browser, email: data.email, secret: app.secret }
}

/** Signs in again with password and code after the session has expired. */
async function signInAgain({ email, secret }: { email: string; secret: string }) {
  const browser = staff.browser()
  expect((await browser.call(signInStaff, { email, password })).data.step).toBe('code')
  await browser.call(sendCode, { code: codeOf(secret) })
  return browser
}

test('opens a shop, sells a product and refunds the returned product', async () => {
  // The first start prints a link that works once.
  const link = await makeSetupLink(shop.shop)
  const mara = await acceptInvite(link, { name: 'Mara', email: 'mara@shop.example' })
  expect(await makeSetupLink(shop.shop)).toBe(null)

  // Mara enters the shop's details and shipping, and writes the first page.
  expect((await mara.call(getSetup, {})).data).toMatchObject({ takes_orders: false })
  const about = {
    shop: { name: 'Ebb & Flow' },
    seller: { name: 'Mara Ebb', address: ['1 Quay St'] },
    returns: { address: ['Ebb & Flow', '1 Quay St'] },
  }
  expect((await mara.call(editSettings, about, { ifMatch: '*' })).data.shop.name).toBe('Ebb & Flow')
  const postage = {
    code: 'post',
    name: 'Post',
    market_id: 'worldwide',
    price: { amount: 500, currency: 'USD' },
    min_days: 3,
    max_days: 6,
  }
  const { data: post } = await mara.call(createShippingMethod, postage)
  const { data: ways } = await mara.call(listShippingMethods, {})
  for (const { id } of ways.data.filter((way) => way.id !== post.id)) {
    await mara.call(removeShippingMethod, { id }, { ifMatch: '*' })
  }
  expect((await mara.call(getSetup, {})).data).toMatchObject({ takes_orders: true })
  await mara.call(createPage, { title: 'Terms', body: 'We sell dresses.' })

  // Mara adds the first product.
  await mara.call(createCategory, { code: 'dresses', name: 'Dresses', is_returnable: true })
  const sku = { sku: 'EBB-M', stock: 1, prices: [{ price: { amount: 12_800, currency: 'USD' } }] }
  const dress = { handle: 'ebb', name: 'Ebb Wrap Dress', status: 'live' as const, categories: ['dresses'] }
  const { data: product } = await mara.call(createProduct, { ...dress, skus: [{ ...sku, options: [] }] })
  await mara.call(changeStock, { items: [{ sku: 'EBB-M', by: 4, reason: 'received' }] })

  // Tomas will pack. A carrier's program reports with an API key.
  await mara.call(invite, { email: 'tomas@shop.example', role: 'warehouse' })
  const [mail] = await shop.mailsTo('tomas@shop.example')
  const tomasAtWork = await acceptInvite(mail?.text, { name: 'Tomas' })
  const { data: key } = await mara.call(makeKey, { name: 'Carrier', scopes: ['parcels:write'] })
  const carrier = createStaffCaller((path, init) =>
    staff
      .nobody()
      .fetch(path, { ...init, headers: { ...(init.headers as object), authorization: `Bearer ${key.key}` } }),
  )

  // Ada finds the dress and orders it.
  const ada = await shop.signedIn()
  expect((await ada.call(listProducts, {})).data.map(({ name }) => name)).toEqual(['Ebb Wrap Dress'])
  await ada.call(addToCart, { sku_id: product.skus[0]?.id ?? 0 })
  const quote = await ada.call(quoteCheckout, {})
  const bought = await ada.call(checkOut, {
    address: {
      ...{ firstname: 'Ada', lastname: 'Lind', telephone: '+1 207 555 0142', country: 'United States', state: 'Maine' },
      ...{ city: 'Portland', postcode: '04101', house_num: '', address_1: '18 Ropewalk Lane', address_2: '' },
    },
    shipping_method: quote.shipping_method ?? '',
    claim_id: null,
    currency: 'USD',
    lines: quote.lines.map((line) => ({ sku_id: line.sku_id, quantity: line.quantity })),
    total: quote.total.price_value,
  })
  const no = bought.order_no

  // Her transfer arrives, Tomas packs and ships, and the carrier delivers.
  expect((await mara.call(listOrders, { status: 'unpaid' })).data.data.map(({ number }) => number)).toEqual([no])
  const { data: paid } = await mara.call(markPaid, { no, reference: 'Statement 7' })
  expect(paid).toMatchObject({ status: 'paid', totals: { subtotal: { amount: 12_800 }, shipping: { amount: 500 } } })
  expect((await tomasAtWork.call(packOrder, { no })).data.status).toBe('packed')
  const sent = { carrier: 'USPS', tracking_number: '9400100000000000000001' }
  expect((await tomasAtWork.call(shipOrder, { no, parcels: [sent] })).data.status).toBe('shipped')
  shop.clock.advance(48 * hourMs)
  const arrived = { kind: 'delivered', description: 'Left at the door', at: '2026-06-17T09:00:00Z' } as const
  const { data: report } = await carrier(reportParcel, { ...sent, events: [arrived] })
  expect(report.orders).toEqual([{ number: no, status: 'received' }])

  // The dress does not fit, and Ada returns it.
  const tomas = await signInAgain(tomasAtWork)
  const { data: order } = await tomas.call(getOrder, { no })
  const line = order.lines[0]?.id ?? ''
  const [reason] = await ada.call(listReturnReasons, {})
  const reasonIds = [reason?.id ?? 0, ...(reason?.children[0] ? [reason.children[0].id] : [])]
  await ada.call(requestReturn, {
    order_no: no,
    comment: 'Too wide at the waist.',
    order_products: [{ subOrderId: line, reason_ids: reasonIds }],
    order_product_ids: [line],
    after_sale_reason_ids: reasonIds,
  })
  const support = await staff.member('support', 'Sana')
  const { data: waiting } = await support.call(listReturns, { status: 'processing' })
  const back = waiting.data[0]?.number ?? ''
  const { data: requested } = await support.call(getReturn, { no: back })
  const item = requested.items[0]?.id ?? ''
  expect(requested.possible).toContain('decide')
  await support.call(decideReturn, { no: back, items: [{ id: item, decision: 'approve' }] })
  const parcel = { delivery_company: 'USPS', tracking_number: '9400100000000000000099' }
  await ada.call(giveParcel, { order_product_ids: [line], ...parcel })
  const { data: received } = await tomas.call(receiveReturn, { no: back, items: [{ id: item, condition: 'as_sold' }] })
  expect(received.status).toBe('refunding')

  // Mara sends the money from the bank and confirms the refund.
  const owner = await signInAgain(mara)
  const { data: open } = await owner.call(listRefunds, { status: 'pending' })
  expect(open.data).toMatchObject([{ order: { number: no }, amount: { amount: 12_800, currency: 'USD' } }])
  await owner.call(settleRefund, { id: open.data[0]?.id ?? '', reference: 'Transfer 12' })

  // Ada sees every step on the order, and Mara in the audit log.
  const { data: done } = await owner.call(getReturn, { no: back })
  expect(done).toMatchObject({ status: 'refunded', refunded: { amount: 12_800 } })
  const { data: shownOrder } = await owner.call(getOrder, { no })
  expect(shownOrder.totals.refunded).toEqual({ amount: 12_800, currency: 'USD' })
  const { data: log } = await owner.call(listAudit, { about: `orders/${no}` })
  expect(log.data.map(({ actor, call }) => `${actor.name}: ${call}`)).toEqual([
    'Tomas: POST /orders/:no/ship',
    'Tomas: POST /orders/:no/pack',
    'Mara: POST /orders/:no/mark-paid',
  ])
  const { data: left } = await owner.call(getStaffProduct, { handle: 'ebb' })
  expect(left.skus[0]?.stock).toBeGreaterThanOrEqual(4)
})
