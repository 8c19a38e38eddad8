import type { createHarbor } from '../index.ts'

/** Adds a dress in two sizes with a picture. Because of the idempotency key, a retry after a timeout adds no second dress. */
export async function addProduct(harbor: ReturnType<typeof createHarbor>, picture: Blob) {
  const price = { price: { amount: 12800, currency: 'USD' } }
  const sizes = ['S', 'M'].map((size) => ({
    sku: `EBB-CLA-${size}`,
    options: [
      { name: 'Color', value: 'Clay' },
      { name: 'Size', value: size },
    ],
    stock: 12,
    prices: [price],
  }))
  const dress = { handle: 'ebb-wrap-midi-dress', name: 'Ebb Wrap Midi Dress', status: 'live' as const }
  await harbor.call(
    'createProduct',
    { ...dress, categories: ['dresses'], skus: sizes },
    { idempotencyKey: 'first-import-ebb' },
  )
  const { data } = await harbor.call('addProductPicture', { handle: dress.handle, file: picture, alt: 'Front' })
  return data
}
