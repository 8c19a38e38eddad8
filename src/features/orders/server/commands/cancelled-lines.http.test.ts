import { beforeAll, beforeEach, expect, test } from 'vitest'
import * as commands from '#features/orders/order-commands.staff.contract.ts'
import * as shopper from '#features/orders/orders.contract.ts'
import { orderStatus } from '#features/orders/orders.rules.ts'
import { getOrder } from '#features/orders/orders.staff.contract.ts'
import { refundOrder } from '#features/payments/payments.staff.contract.ts'
import { writeReview } from '#features/reviews/reviews.contract.ts'
import { saveLanguages } from '#features/settings/server/save-settings.service.ts'
import { buy, goods, pay, stockShop } from '#testing/shops/stocked-shop.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import { type Person, testShop } from '#testing/test-shop.ts'

const shop = testShop()
const staff = testStaff(shop)
let tess: StaffPerson
let ada: Person

beforeAll(async () => {
  await stockShop(shop.shop.db, shop.clock.now())
  await saveLanguages(shop.shop.db, [{ id: 4, code: 'de', ownName: 'Deutsch', englishName: 'German' }])
  tess = await staff.member('manager', 'Tess Berg')
})
beforeEach(async () => {
  ada = await shop.signedIn()
})

async function paidOrder(skuIds: number[], more = {}) {
  const order = await buy(shop.shop, ada, skuIds, more)
  await pay(shop.shop, order)
  const { data } = await tess.call(getOrder, { no: order.orderNo })
  return { no: order.orderNo, orderId: order.orderId, lineIds: data.lines.map(({ id }) => id) }
}
/** Returns the mails to Ada without the order confirmation. */
const newMails = async () => (await shop.mailsTo(ada.email)).slice(1)
const statuses = async (orderId: string) => {
  const { products } = await ada.call(shopper.getOrder, { orderId })
  return products.map((line) => line.order_product_status_id)
}

test('shows a canceled line as canceled on the page and in the list, and mails the shopper once', async () => {
  const { no, orderId, lineIds } = await paidOrder([goods.dress, goods.scarf])
  const cancelling = { no, line_ids: [lineIds[1] ?? ''], reason: 'The last one is torn' }
  await tess.call(commands.cancelOrder, cancelling)
  await tess.call(commands.cancelOrder, cancelling)
  expect(await statuses(orderId)).toEqual([orderStatus.paid, orderStatus.cancelled])
  const { data: listed } = await ada.call(shopper.listOrders, {})
  expect(listed[0]?.products.map((line) => line.order_product_status)).toEqual(['Paid', 'Cancelled'])
  const mails = await newMails()
  expect(mails).toMatchObject([{ subject: `Some items of your order ${no} were cancelled` }])
  for (const said of ['The scarf', '$60.00', 'The last one is torn']) expect(mails[0]?.text).toContain(said)
  expect(mails[0]?.text).not.toContain('The dress')

  await tess.call(commands.packOrder, { no })
  await tess.call(commands.shipOrder, { no, parcels: [{ carrier: 'DHL', tracking_number: 'LX1' }] })
  await tess.call(commands.deliverOrder, { no })
  await tess.call(commands.completeOrder, { no })
  expect(await statuses(orderId)).toEqual([orderStatus.complete, orderStatus.cancelled])
  const { products } = await ada.call(shopper.getOrder, { orderId })
  expect(products[1]).toMatchObject({ can_after_sale: false, order_packages: null })
  const review = { order_no: no, product_id: goods.scarf, sku: 'SKU-102', rank: 80, content: 'Never came' }
  await expect(ada.call(writeReview, review)).rejects.toThrow()
})

test('cancels a free gift without a refund, with a mail in the shopper’s language', async () => {
  const { no, orderId, lineIds } = await paidOrder([goods.dress], {
    lines: [{ skuId: goods.dress }, { skuId: goods.gift, isGift: true }],
    languageId: 4,
  })
  await tess.call(commands.cancelOrder, { no, line_ids: [lineIds[1] ?? ''] })
  expect(await statuses(orderId)).toEqual([orderStatus.paid, orderStatus.cancelled])
  const [mail] = await newMails()
  expect(mail?.subject).toBe(`Einige Artikel Ihrer Bestellung ${no} wurden storniert`)
  expect(mail?.text).toContain('Für sie war nichts zu bezahlen.')
})

test('mails a partial refund with its items, and sends no mail for a refused refund', async () => {
  const { no, lineIds } = await paidOrder([goods.dress, goods.scarf])
  const lines = [{ id: lineIds[0] ?? '', amount: 1500 }]
  await expect(tess.call(refundOrder, { no, lines: [{ id: 'x' }], reason: 'Late' })).rejects.toThrow()
  await tess.call(refundOrder, { no, lines, reason: 'A button is missing' }, { idempotencyKey: no })
  await tess.call(refundOrder, { no, lines, reason: 'A button is missing' }, { idempotencyKey: no })
  await tess.call(refundOrder, { no, lines, reason: 'And a second one' })
  const mails = await newMails()
  expect(mails.map(({ subject }) => subject)).toEqual([
    `A refund for your order ${no}`,
    `A refund for your order ${no}`,
  ])
  for (const said of ['The dress', '$15.00', 'A button is missing']) expect(mails[0]?.text).toContain(said)
})
