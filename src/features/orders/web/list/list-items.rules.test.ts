import { expect, test } from 'vitest'
import type { Order } from '#features/orders/orders.contract.ts'
import { orderStatus } from '#features/orders/orders.rules.ts'
import { viewOrderItem } from './list-items.rules.ts'

const price = { code: 'USD', price: '$5.00', price_value: '5.00' }
const line = (id: string, changes: object) => ({
  ...{ id, sku_name: id, name: `The ${id}`, image: `/${id}.jpg`, options: [], real_price: price, sku: null },
  ...{ order_product_status_id: orderStatus.received, order_packages: null, ...changes },
})

const order = {
  ...{ id: '7', order_no: 'H7', email: 'ada@harbor.test', total: price, shipping_address: { city: 'Bangor' } },
  products: [
    line('dress', { order_packages: { id: 'arrived' } }),
    line('scarf', { order_packages: { id: 'under way' }, order_product_status_id: orderStatus.shipped }),
  ],
  products_pagination: { total: 5 },
} as unknown as Order

test('lists an order with its pictures, its lines without a picture, and its undelivered parcel', () => {
  const { thumbs, items, unseen, packageId } = viewOrderItem(order)
  expect(thumbs.map(({ name, count }) => [name, count])).toEqual([
    ['The dress', 1],
    ['The scarf', 1],
  ])
  expect({ items, unseen, packageId }).toEqual({ items: 5, unseen: 3, packageId: 'under way' })
})

test('shows color and size if the card shows one line', () => {
  const red = { options: [{ value_name: 'Red', us_size: null }] }
  const [dress, scarf] = [line('dress', red), line('scarf', {})]
  const list = (...products: object[]) => viewOrderItem({ ...order, products } as unknown as Order)
  expect([list(dress).options, list(dress, scarf).options]).toEqual(['Red', null])
})

test('leaves the address of the parcel out of the data of a list page', () => {
  expect(JSON.stringify(viewOrderItem(order))).not.toContain('Bangor')
})
