import { expect, test } from 'vitest'
import { toSentShop } from './shop-form.rules.ts'

test('sends changed fields by group, and an address as a list of lines', () => {
  expect(
    toSentShop({ 'shop.name': 'Port', 'seller.address': 'Dock 4\n\n  Copenhagen ', 'features.chat': false }),
  ).toEqual({
    shop: { name: 'Port' },
    seller: { address: ['Dock 4', 'Copenhagen'] },
    features: { chat: false },
  })
})
