import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { trackOrder } from '#features/orders/order-lookup.contract.ts'
import { cancelReturn } from '#features/returns/returns.contract.ts'
import { approveReturn } from '#features/returns/server/commands/return-commands.service.ts'
import { requestReturnOf, shopWithReasons } from '#testing/shops/returned-goods.ts'
import { buy, buyAndShip, goods, pay } from '#testing/shops/stocked-shop.ts'
import { cancelOrder } from '../commands/order-commands.service.ts'
import { packages } from '../shipping/packages.tables.ts'
import { recordPackageEvents } from '../shipping/parcels.service.ts'

const shop = shopWithReasons()

async function track(email: string, orderNo: string) {
  const found = await shop.stranger().call(trackOrder, { email, order_no: orderNo })
  if (found.order_type !== 'Harbor') throw new Error('not found here')
  return found.data
}

test('shows carrier and last report of a parcel, without its id', async () => {
  const ada = await shop.signedIn()
  const { orderId, orderNo } = await buyAndShip(shop.shop, ada, [goods.dress])
  const [parcel] = await shop.shop.db.select().from(packages).where(eq(packages.orderId, orderId))
  if (!parcel) throw new Error('nothing was sent')
  const [quiet] = (await track(ada.email, orderNo)).packages
  expect(quiet).toMatchObject({ carrier: parcel.carrier, tracking_no: parcel.trackingNo, last_event: null })
  const at = (hour: number) => new Date(`2026-06-20T${hour}:00:00Z`)
  await recordPackageEvents(shop.shop, {
    packageId: parcel.id,
    events: [
      { kind: 'in_transit', description: 'At the sorting centre', place: 'Boston', at: at(12) },
      { kind: 'accepted', description: 'Handed over', place: '', at: at(10) },
    ],
  })
  const found = await track(ada.email, orderNo)
  expect(found.packages).toMatchObject([
    { last_event: { eventDate: '2026-06-20', eventTime: '12:00:00', eventDesc: 'At the sorting centre, Boston' } },
  ])
  expect(JSON.stringify(found)).not.toContain(parcel.id)
})

test('shows no parcel before the order is shipped', async () => {
  const ada = await shop.signedIn()
  const { orderNo } = await buy(shop.shop, ada, [goods.dress])
  expect(await track(ada.email, orderNo)).toMatchObject({ packages: [], returns: [] })
})

test('shows the status of an open return without number, reason or link, and shows no canceled return', async () => {
  const ada = await shop.signedIn()
  const { orderNo, returnId } = await requestReturnOf(shop.shop, ada, [goods.dress, goods.scarf])
  const response = await track(ada.email, orderNo)
  expect(response.returns).toEqual([{ status: 1, status_name: 'Processing', items: 2, date_added: expect.any(String) }])
  expect(response.products).toMatchObject([{ after_sale_id: null, can_after_sale: false }, { after_sale_id: null }])
  expect(JSON.stringify(response)).not.toContain(returnId)
  await approveReturn(shop.shop, { returnId })
  expect((await track(ada.email, orderNo)).returns).toMatchObject([{ status: 2, status_name: 'Returning' }])
  await ada.call(cancelReturn, { returnId })
  expect((await track(ada.email, orderNo)).returns).toEqual([])
})

test('hides the reason of a cancellation from guests, but shows them the refunds', async () => {
  const ada = await shop.signedIn()
  const order = await buy(shop.shop, ada, [goods.dress])
  await pay(shop.shop, order)
  await cancelOrder(shop.shop, { orderId: order.orderId, actor: 'staff', reason: 'The card was reported stolen' })
  const found = await track(ada.email, order.orderNo)
  expect(found).toMatchObject({ cancelled_by: 'staff', cancel_reason: null, refunds: [{ status: 'pending' }] })
  expect(JSON.stringify(found)).not.toContain('stolen')
})
