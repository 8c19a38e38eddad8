import { expect, test } from 'vitest'
import { toSentShop } from './shop-form.rules.ts'

test('changed fields are sent in their groups, an address as its lines', () => {
  expect(
    toSentShop({ 'shop.name': 'Port', 'seller.address': 'Dock 4\n\n  Copenhagen ', 'features.chat': false }),
  ).toEqual({
    shop: { name: 'Port' },
    seller: { address: ['Dock 4', 'Copenhagen'] },
    features: { chat: false },
  })
})
