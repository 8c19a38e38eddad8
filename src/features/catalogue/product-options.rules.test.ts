import { expect, test } from 'vitest'
import type { ProductSku } from './catalogue.contract.ts'
import {
  findChosenSku,
  getInitialChoice,
  isLowStock,
  listMissingOptions,
  listOptionGroups,
} from './product-options.rules.ts'

const price = { code: 'USD', price: '$1.00', price_value: '1.00' }
let lastId = 0
function sku(inventory: number, options: Record<string, string>): ProductSku {
  lastId += 1
  return {
    id: lastId,
    sku: `S${lastId}`,
    image: null,
    inventory,
    price,
    compare_at_price: null,
    is_new_user_price: false,
    options: Object.entries(options).map(([name, value_name]) => ({
      name,
      value_name,
      us_size: value_name === '38' ? '7.5' : null,
    })),
  }
}

const skus = [
  sku(0, { Color: 'Sand', Size: '37' }),
  sku(3, { Color: 'Sand', Size: '38' }),
  sku(9, { Color: 'Plum', Size: '37' }),
  sku(0, { Color: 'Plum', Size: '38' }),
]

test('lists options in the order of the catalogue, with shoe sizes as US sizes', () => {
  expect(listOptionGroups(skus, {})).toEqual([
    {
      name: 'Color',
      values: [
        { value: 'Sand', label: 'Sand', isSoldOut: false },
        { value: 'Plum', label: 'Plum', isSoldOut: false },
      ],
    },
    {
      name: 'Size',
      values: [
        { value: '37', label: '37', isSoldOut: false },
        { value: '38', label: 'US 7.5', isSoldOut: false },
      ],
    },
  ])
})

test('marks a value as sold out if its combination with the chosen values is sold out', () => {
  const sizes = listOptionGroups(skus, { Color: 'Sand' })[1]?.values
  expect(sizes?.map(({ isSoldOut }) => isSoldOut)).toEqual([true, false])
  const colours = listOptionGroups(skus, { Size: '37' })[0]?.values
  expect(colours?.map(({ isSoldOut }) => isSoldOut)).toEqual([true, false])
})

test('finds the SKU once every option is chosen', () => {
  expect(findChosenSku(skus, { Color: 'Sand' })).toBeNull()
  expect(findChosenSku(skus, { Color: 'Sand', Size: '38' })).toBe(skus[1])
  expect(findChosenSku(skus, { Color: 'Sand', Size: '99' })).toBeNull()
})

test('preselects the first color in stock, and options with a single value', () => {
  expect(getInitialChoice(skus)).toEqual({ Color: 'Sand' })
  expect(
    getInitialChoice([sku(0, { Color: 'Red', Size: 'One size' }), sku(2, { Color: 'Blue', Size: 'One size' })]),
  ).toEqual({
    Color: 'Blue',
    Size: 'One size',
  })
  expect(getInitialChoice([])).toEqual({})
})

test('chooses the SKU of a product without options', () => {
  const only = sku(2, {})
  expect(findChosenSku([only], getInitialChoice([only]))).toBe(only)
})

test('names the missing options in order', () => {
  expect(listMissingOptions(listOptionGroups(skus, {}), { Color: 'Sand' })).toEqual(['Size'])
})

test.each([
  [0, false],
  [1, true],
  [5, true],
  [6, false],
])('with %d units, reports low stock: %s', (inventory, expected) => {
  expect(isLowStock(inventory)).toBe(expected)
})
