import { beforeAll } from 'vitest'
import type { Input } from '#contract/calls/call.ts'
import { categories, products, skus } from '#features/catalogue/server/catalogue.tables.ts'
import { orderStatus } from '#features/orders/orders.rules.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { uploadReviewImage, type writeReview } from '#features/reviews/reviews.contract.ts'
import { reviewLabels } from '#features/reviews/server/reviews.tables.ts'
import { currencies } from '#features/settings/server/settings.tables.ts'
import { newId, newOrderNo } from '#server/database/ids.ts'
import type { Shop } from '#server/shop.ts'
import { type Person, testShop } from '../test-shop.ts'
import { drawPicture } from './pictures.ts'

/** Creates a test shop with three products to review and labels to choose from. */
export function shopWithReviews() {
  const shop = testShop()
  beforeAll(async () => {
    const { db, clock } = shop.shop
    const createdAt = clock.now()
    await db.insert(currencies).values({ id: 1, code: 'USD', name: 'US Dollar', symbolLeft: '$' })
    await db.insert(categories).values({ id: 1, code: 'dresses', name: 'Dresses' })
    await db.insert(products).values([
      { id: 1, handle: 'linen-dress', name: 'Linen Dress', image: '/dress.svg', basicCategoryId: 1, createdAt },
      { id: 2, handle: 'wool-coat', name: 'Wool Coat', image: '/coat.svg', basicCategoryId: 1, createdAt },
      { id: 3, handle: 'silk-scarf', name: 'Silk Scarf', image: '/scarf.svg', basicCategoryId: 1, createdAt },
    ])
    await db.insert(skus).values([
      { id: 1, sku: 'LD-S', productId: 1, currency: 'USD', inventory: 3, priceAmount: 15_000 },
      { id: 2, sku: 'WC-M', productId: 2, currency: 'USD', inventory: 3, priceAmount: 30_000 },
      { id: 3, sku: 'SS-1', productId: 3, currency: 'USD', inventory: 3, priceAmount: 5_000 },
    ])
    await db.insert(reviewLabels).values([
      { id: 1, name: 'Runs small', kind: 'fit', sort: 1 },
      { id: 2, name: 'True to size', kind: 'fit', sort: 2 },
      { id: 3, name: 'Runs large', kind: 'fit', sort: 3 },
      { id: 4, name: 'Lovely fabric', kind: 'tag', sort: 4 },
      { id: 5, name: 'Good value', kind: 'tag', sort: 5 },
      { id: 6, name: 'No longer offered', kind: 'tag', sort: 6, isActive: false },
    ])
  })
  return shop
}

const pieces: Record<string, [productId: number, skuId: number]> = { 'LD-S': [1, 1], 'WC-M': [2, 2], 'SS-1': [3, 3] }

/** Creates an order of these SKUs. The order is complete by default. */
export async function buyToReview(
  { db, clock }: Shop,
  person: Person,
  skuNames: string[],
  statusId: number = orderStatus.complete,
) {
  const now = clock.now()
  const id = newId()
  const orderNo = newOrderNo()
  const money = { currency: 'USD', subtotalAmount: 100 * skuNames.length, totalAmount: 100 * skuNames.length }
  const moments = {
    createdAt: now,
    expiresAt: now,
    paidAt: now,
    receivedAt: now,
    autoCompleteAt: now,
    completedAt: now,
  }
  await db
    .insert(orders)
    .values({ id, orderNo, customerId: person.id, email: person.email, statusId, ...money, ...moments })
  await db.insert(orderLines).values(
    skuNames.map((skuName, position) => {
      const [productId, skuId] = pieces[skuName] ?? [0, 0]
      return {
        id: newId(),
        orderId: id,
        customerId: person.id,
        position,
        productId,
        skuId,
        skuName,
        name: skuName,
        options: [{ name: 'Size', valueName: 'S' }],
        image: '/a.svg',
        categoryCode: 'dresses',
        categoryName: 'Dresses',
        priceAmount: 100,
        paidAmount: 100,
      }
    }),
  )
  return { id, orderNo }
}

export type ReviewDraft = Input<typeof writeReview>

export function draftReview(orderNo: string, changes: Partial<ReviewDraft> = {}): ReviewDraft {
  return { order_no: orderNo, product_id: 1, sku: 'LD-S', rank: 90, content: 'Soft and light.', ...changes }
}

/** Uploads an image of one color for a review of the linen dress. Returns its id. */
export async function uploadPicture(person: Person, color: string): Promise<string> {
  const { image } = await person.call(uploadReviewImage, { image: await drawPicture(color), product_id: 1 })
  return image.id
}
