import { expect, test } from 'vitest'
import type { OrderLine } from '#features/orders/orders.contract.ts'
import { findSameItems } from './use-chosen-lines.ts'

const line = (id: string, more: Partial<OrderLine> = {}) =>
  ({
    ...{ id, sku_name: 'SKIRT-M', type: 1, type_name: null, is_gift: false, order_product_status_id: 10 },
    ...{ can_after_sale: true, after_sale_block_reason: null, after_sale_status: 0, after_sale_id: null },
    ...{ order_packages: null, real_price: { price: '$60.00' }, review: null },
    ...more,
  }) as OrderLine

test('finds further units of the same item', () => {
  const [first, second, third] = [line('a'), line('b'), line('c')]
  const others = [second, line('d', { sku_name: 'SKIRT-L' }), third]
  expect(findSameItems(first, others).map(({ id }) => id)).toEqual(['b', 'c'])
})

test('shows a unit with another price separately', () => {
  const cheaper = line('b', { real_price: { code: 'USD', price: '$50.00', price_value: '50.00' } })
  expect(findSameItems(line('a'), [cheaper])).toEqual([])
})
