import { collectProduct } from '#features/catalogue/server/wishlist/wishlist.service.ts'
import type { Demo } from './demo.ts'

/** Maren's wishlist: available, reduced and sold-out products, and one product that is no longer sold. */
const liked = [
  'rowan-cord-trousers',
  'driftwood-smock-dress',
  'quay-belted-wool-coat',
  'lantern-bow-kitten-heel',
  'ebb-wrap-midi-dress',
]

export async function loadWishlistDemo(demo: Demo): Promise<void> {
  for (const [index, handle] of liked.entries()) {
    demo.at(60 - index * 11, '21:15')
    await collectProduct(demo.shop, demo.shopper.actor, {
      product_id: demo.skuOf(handle).productId,
      is_collected: true,
    })
  }
}
