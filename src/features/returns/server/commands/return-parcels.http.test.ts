import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import * as calls from '#features/returns/returns.contract.ts'
import { isWaitingForParcel, waybillMessage } from '#features/returns/returns.rules.ts'
import { saveSetting } from '#features/settings/server/save-settings.service.ts'
import { requestReturnOf, shopWithReasons } from '#testing/shops/returned-goods.ts'
import { goods } from '#testing/shops/stocked-shop.ts'
import { json, type Person } from '#testing/test-shop.ts'
import { returnEvents } from '../returns.tables.ts'
import { approveReturn, closeOverdueReturns, scanParcel } from './return-commands.service.ts'

const shop = shopWithReasons()
const hour = 60 * 60 * 1000
const day = 24 * hour
let ada: Person
let bob: Person

beforeEach(async () => {
  ada = await shop.signedIn()
  bob = await shop.signedIn('bob')
})

const notFound = { status: 404 }
const parcel = { delivery_company: 'PostNord', tracking_number: 'LX482917306SE' }

async function approved(person: Person = ada) {
  const order = await requestReturnOf(shop.shop, person, [goods.dress, goods.scarf])
  await approveReturn(shop.shop, { returnId: order.returnId })
  return order
}

test('starts the countdown at approval, and ends the countdown with the parcel data and the specified message', async () => {
  const { returnId, lineIds } = await approved()
  shop.clock.advance(day)
  expect(await ada.call(calls.getReturn, { returnId })).toMatchObject({ status: 2, remind_time: 13 * 86_400 })
  const body = { after_sale_id: returnId, order_product_ids: lineIds, email: ada.email, ...parcel }
  const response = await ada.fetch('/rest/after_sale/shipment', json(body))
  expect(await response.json()).toMatchObject({
    code: 1,
    message: waybillMessage,
    data: { id: returnId, status: 2, remind_time: 0, can_edit: true, ...parcel },
  })
})

test('names only the approved item on the page and in the mail, and accepts parcel data for that item', async () => {
  await saveSetting(shop.shop.db, 'return_address', 'Harbor Returns\nDock 4\nPortland')
  const { returnId, lineIds } = await requestReturnOf(shop.shop, ada, [goods.dress, goods.scarf])
  expect((await ada.call(calls.getReturn, { returnId })).return_address).toBe(null)
  const { products } = await ada.call(calls.getReturn, { returnId })
  const [dress, scarf] = products
  await approveReturn(shop.shop, { returnId, itemIds: [dress?.id ?? ''] })
  const found = await ada.call(calls.getReturn, { returnId })
  expect(found).toMatchObject({
    status: 1,
    remind_time: 14 * 86_400,
    return_address: 'Harbor Returns\nDock 4\nPortland',
  })
  expect(found.products.map((one) => [one.status, isWaitingForParcel(one)])).toEqual([
    [2, true],
    [1, false],
  ])
  const mail = (await shop.mailsTo(ada.email)).find(({ subject }) => subject.startsWith('Please send your return'))
  expect(mail?.text).toContain(dress?.order_product.name)
  expect(mail?.text).not.toContain(scarf?.order_product.name)
  expect(mail?.text).toContain('Harbor Returns, Dock 4, Portland')

  const given = { after_sale_id: returnId, order_product_ids: lineIds.slice(0, 1), ...parcel }
  const sent = await ada.call(calls.giveParcel, given)
  expect(sent).toMatchObject({ status: 1, remind_time: 0, products: [parcel, { tracking_number: null }] })
  // The item that was sent stays, and the undecided item can be canceled.
  const after_sale_product_ids = [scarf?.id ?? '']
  const left = await ada.call(calls.cancelReturn, { returnId, after_sale_product_ids })
  expect(left.products.map(({ status }) => status)).toEqual([2, 8])
  await saveSetting(shop.shop.db, 'return_address', '')
})

test('leaves the return address out of the page and the mail if the shop has no return address', async () => {
  const { returnId } = await approved()
  expect((await ada.call(calls.getReturn, { returnId })).return_address).toBe(null)
  const mails = await shop.mailsTo(ada.email)
  expect(mails.some(({ text }) => text.includes('Send it to'))).toBe(false)
})

test('accepts parcel data for some items by id, and shows the form until all items have parcel data', async () => {
  const { returnId, lineIds } = await approved()
  const [first = '', second = ''] = lineIds
  const half = await ada.call(calls.giveParcel, { order_product_ids: [first], ...parcel })
  expect(half).toMatchObject({ id: returnId, delivery_company: null, tracking_number: null })
  expect(half.remind_time).toBeGreaterThan(0)
  const whole = await ada.call(calls.giveParcel, { order_product_ids: [second], ...parcel, tracking_number: 'LX000' })
  expect(whole).toMatchObject({ remind_time: 0, ...parcel })
  expect(whole.products.map((one) => one.tracking_number)).toEqual([parcel.tracking_number, 'LX000'])
})

test('ignores repeated parcel data, and accepts changes within 72 hours', async () => {
  const { returnId, lineIds } = await approved()
  const give = (more = {}) =>
    ada.call(calls.giveParcel, { after_sale_id: returnId, order_product_ids: lineIds, ...parcel, ...more })
  const countEvents = () =>
    shop.shop.db.$count(returnEvents, and(eq(returnEvents.returnId, returnId), eq(returnEvents.command, 'giveParcel')))
  await give()
  await give()
  expect(await countEvents()).toBe(2)
  shop.clock.advance(72 * hour - 1000)
  expect((await give({ tracking_number: 'LX999' })).tracking_number).toBe('LX999')
  shop.clock.advance(1000)
  expect((await ada.call(calls.getReturn, { returnId })).can_edit).toBe(false)
  await expect(give({ tracking_number: 'LX888' })).rejects.toMatchObject({ status: 409 })
  expect((await give({ tracking_number: 'LX999' })).tracking_number).toBe('LX999')
  expect(await countEvents()).toBe(4)
})

test('forbids editing from the first scan on', async () => {
  const { returnId, lineIds } = await approved()
  await ada.call(calls.giveParcel, { order_product_ids: lineIds, ...parcel })
  await scanParcel(shop.shop, { returnId })
  expect((await ada.call(calls.getReturn, { returnId })).can_edit).toBe(false)
  await expect(
    ada.call(calls.giveParcel, { order_product_ids: lineIds, ...parcel, tracking_number: 'LX777' }),
  ).rejects.toMatchObject({ status: 409, refusal: { code: 'return_moved_on' } })
})

test('rejects short parcel data with the messages of the first form and of the edit form', async () => {
  const { lineIds } = await approved()
  const give = async (sent: object) => {
    const response = await ada.fetch('/rest/after_sale/shipment', json({ order_product_ids: lineIds, ...sent }))
    return [response.status, await response.json()]
  }
  expect(await give({ delivery_company: 'UPS', tracking_number: '12' })).toMatchObject([
    422,
    {
      code: -1,
      errors: {
        delivery_company: ['Delivery Company should contain at least 4 characters'],
        tracking_number: ['Please enter Tracking Number'],
      },
    },
  ])
  await give(parcel)
  expect(await give({ delivery_company: '', tracking_number: 'LX77' })).toMatchObject([
    422,
    { errors: { delivery_company: ['Please enter Delivery Company'] } },
  ])
})

test('rejects parcel data in the wrong status and from another shopper', async () => {
  const waiting = await requestReturnOf(shop.shop, ada, [goods.dress])
  await expect(ada.call(calls.giveParcel, { order_product_ids: waiting.lineIds, ...parcel })).rejects.toMatchObject({
    status: 409,
    refusal: { code: 'return_moved_on' },
  })
  const { returnId, lineIds } = await approved()
  await expect(bob.call(calls.giveParcel, { order_product_ids: lineIds, ...parcel })).rejects.toMatchObject(notFound)
  await expect(
    bob.call(calls.giveParcel, { after_sale_id: returnId, order_product_ids: lineIds, ...parcel }),
  ).rejects.toMatchObject(notFound)
  await expect(
    ada.call(calls.giveParcel, { after_sale_id: returnId, order_product_ids: waiting.lineIds, ...parcel }),
  ).rejects.toMatchObject(notFound)
  await expect(
    ada.call(calls.giveParcel, { order_product_ids: lineIds, ...parcel, email: bob.email }),
  ).rejects.toMatchObject(notFound)
})

test('closes an overdue return once on the next read, with a comment and a mail', async () => {
  const { returnId, lineIds } = await approved()
  shop.clock.advance(14 * day - 1000)
  expect((await ada.call(calls.getReturn, { returnId })).remind_time).toBe(1)
  shop.clock.advance(1000)
  await expect(ada.call(calls.giveParcel, { order_product_ids: lineIds, ...parcel })).rejects.toMatchObject({
    status: 409,
  })
  const [listed] = (await ada.call(calls.listReturns, {})).data
  expect(listed).toMatchObject({ id: returnId, status: 9, remind_time: 0 })
  expect(listed?.system_comment).toEqual(['No tracking number came within 14 days, so this return was closed.'])
  expect((await shop.mailsTo(ada.email)).at(-1)?.subject).toContain('was closed')
  expect(await closeOverdueReturns(shop.shop, { customerId: ada.id })).toBe(0)
})

test('never closes a return by timer while its parcel is on its way', async () => {
  const { returnId, lineIds } = await approved()
  await ada.call(calls.giveParcel, { order_product_ids: lineIds, ...parcel })
  shop.clock.advance(20 * day)
  await closeOverdueReturns(shop.shop)
  expect((await ada.call(calls.getReturn, { returnId })).status).toBe(2)
})
