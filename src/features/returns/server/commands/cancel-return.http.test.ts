import { beforeEach, expect, test } from 'vitest'
import * as calls from '#features/returns/returns.contract.ts'
import { requestReturnOf, shopWithReasons } from '#testing/shops/returned-goods.ts'
import { goods } from '#testing/shops/stocked-shop.ts'
import { json, type Person } from '#testing/test-shop.ts'
import { approveReturn, receiveReturn, refundReturn } from './return-commands.service.ts'

const shop = shopWithReasons()
let ada: Person
let bob: Person

beforeEach(async () => {
  ada = await shop.signedIn()
  bob = await shop.signedIn('bob')
})

const notFound = { status: 404 }
const parcel = { delivery_company: 'PostNord', tracking_number: 'LX482917306SE' }

test('cancels a return once, in status 1 and in status 2', async () => {
  for (const isApproved of [false, true]) {
    const { returnId } = await requestReturnOf(shop.shop, ada, [goods.dress])
    if (isApproved) await approveReturn(shop.shop, { returnId })
    const cancel = () => ada.fetch(`/rest/after_sale/cancel/${returnId}`, json({ id: returnId, email: ada.email }))
    const first = await cancel()
    expect([first.status, await first.json()]).toMatchObject([
      200,
      { code: 1, message: 'success', data: { id: returnId, status: 8 } },
    ])
    const second = await cancel()
    expect([second.status, await second.json()]).toMatchObject([409, { code: -1, reason: 'return_moved_on' }])
  }
})

test('cancels single items, and sets the status of the return by its other items', async () => {
  const { returnId } = await requestReturnOf(shop.shop, ada, [goods.dress, goods.scarf])
  const { products } = await ada.call(calls.getReturn, { returnId })
  const [first] = products
  const left = await ada.call(calls.cancelReturn, { returnId, after_sale_product_ids: [first?.id ?? ''] })
  expect(left).toMatchObject({ status: 1, expected_refund_total: { price: '$60.00' } })
  expect(left.products.map((one) => one.status)).toEqual([8, 1])
  await expect(ada.call(calls.cancelReturn, { returnId, after_sale_product_ids: ['other'] })).rejects.toMatchObject(
    notFound,
  )
})

test('rejects a body about another return', async () => {
  const { returnId } = await requestReturnOf(shop.shop, ada, [goods.dress])
  const response = await ada.fetch(`/rest/after_sale/cancel/${returnId}`, json({ id: 'another' }))
  expect([response.status, await response.json()]).toMatchObject([
    422,
    { code: -1, errors: { id: [expect.any(String)] } },
  ])
  expect((await ada.call(calls.getReturn, { returnId })).status).toBe(1)
})

test('rejects canceling a return once its parcel is on its way', async () => {
  const { returnId, lineIds } = await requestReturnOf(shop.shop, ada, [goods.dress])
  await approveReturn(shop.shop, { returnId })
  await ada.call(calls.giveParcel, { order_product_ids: lineIds, ...parcel })
  await expect(ada.call(calls.cancelReturn, { returnId })).rejects.toMatchObject({ status: 409 })
  await receiveReturn(shop.shop, { returnId })
  await expect(ada.call(calls.cancelReturn, { returnId })).rejects.toMatchObject({ status: 409 })
  await refundReturn(shop.shop, { returnId })
  await expect(ada.call(calls.cancelReturn, { returnId })).rejects.toMatchObject({ status: 409 })
})

test('changes nothing for a wrong email address', async () => {
  const { returnId } = await requestReturnOf(shop.shop, ada, [goods.dress])
  await expect(ada.call(calls.cancelReturn, { returnId, email: bob.email })).rejects.toMatchObject(notFound)
  expect((await ada.call(calls.getReturn, { returnId })).status).toBe(1)
})
