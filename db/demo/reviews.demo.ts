import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { storeImage } from '#features/images/server/images.service.ts'
import { completeOrder, deliverOrder, prepareOrder } from '#features/orders/server/commands/order-commands.service.ts'
import { placeOrder } from '#features/orders/server/commands/place-order.service.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { packOrder, shipOrder } from '#features/orders/server/shipping/parcels.service.ts'
import { confirmPayment } from '#features/payments/server/payments.service.ts'
import { listReviewLabels, writeReview } from '#features/reviews/server/reviews.service.ts'
import { type DemoProduct, demoProducts } from './catalogue/products.ts'
import type { Demo, DemoPerson, DemoSku } from './demo.ts'
import { createRandom, type Random } from './random.ts'
import { aboutFit, aboutPiece, closing, type Mood, ranksOf, tagsOf } from './reviews/words.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour
const ordersEach = 2
const piecesEach = 8

/** Maren's reviews. The orders `complete-open` and `complete-fresh`, and many others, have no review yet. */
const marensReviews: {
  order: string
  piece: string
  rank: number
  content: string
  labels: string[]
  photos?: number
}[] = [
  {
    order: 'swim',
    piece: 'lagoon-ruched-swimsuit/Plum/M',
    rank: 90,
    content: 'Soft, thick fabric and it stays put when swimming. The ruching forgives a long lunch.',
    labels: ['True to size', 'Lovely fabric', 'Comfortable'],
    photos: 2,
  },
  {
    order: 'swim',
    piece: 'zephyr-silk-scarf/Sky',
    rank: 100,
    content: 'The blue of the bay at six in the morning. I wear it in my hair.',
    labels: ['Looks like the photos'],
  },
  {
    order: 'pounds',
    piece: 'ebb-wrap-midi-dress/Ink/M',
    rank: 100,
    content: 'My third one, this time in Ink. The tie holds, the pockets are real.',
    labels: ['True to size', 'Comfortable', 'Good value'],
    photos: 1,
  },
  {
    order: 'wool',
    piece: 'fisher-cable-jumper/Sea Glass/M',
    rank: 70,
    content: 'Beautiful cables, but the wool is scratchy without a shirt below. Warmer than anything else I own.',
    labels: ['Runs large', 'Well packed'],
  },
  {
    order: 'first',
    piece: 'regatta-court-sneaker/Navy/39',
    rank: 80,
    content: 'Comfortable from the first step. The navy hides what the harbour path does to shoes.',
    labels: ['Runs small', 'Comfortable'],
  },
]

/** Loads reviews by a dozen other shoppers for most of the catalog, and then the reviews by Maren. */
export async function loadReviewsDemo(demo: Demo): Promise<void> {
  const random = createRandom(41)
  const labelIds = new Map((await listReviewLabels(demo.shop)).map(({ name, id }) => [name, id]))
  const toIds = (names: string[]) => names.map((name) => String(labelIds.get(name)))
  const wares = listWares(demo)
  let next = 0
  for (let round = 0; round < ordersEach; round++) {
    for (const [index, person] of demo.others.entries()) {
      const pieces = Array.from({ length: piecesEach }, () => pickPiece(demo, random, wares, next++))
      const placedDaysAgo = 22 + ((index * 11 + round * 67) % 140)
      const orderNo = await buyAndReceive(demo, person, pieces, placedDaysAgo)
      for (const { product, sku } of pieces) {
        const draft = composeReview(random, product)
        const wantsPhoto = random.chance(0.04)
        // Some shoppers write a review at once, and others after weeks.
        demo.ago({ hours: random.int(5, (placedDaysAgo - 10) * 24) })
        await writeReview(demo.shop, person.actor, {
          order_no: orderNo,
          product_id: sku.productId,
          sku: sku.sku,
          rank: draft.rank,
          content: draft.content,
          label_ids: toIds(draft.labels),
          image_ids: wantsPhoto ? await takePhotos(demo, person, sku, 1) : [],
        })
      }
    }
  }
  for (const review of marensReviews) {
    const [handle = '', color, size] = review.piece.split('/')
    const sku = demo.skuOf(handle, color, size)
    const order = await readOrder(demo, demo.orders.get(review.order) ?? '')
    demo.shop.clock.set(new Date((order.completedAt ?? order.createdAt).getTime() + 2 * day))
    await writeReview(demo.shop, demo.shopper.actor, {
      order_no: order.orderNo,
      product_id: sku.productId,
      sku: sku.sku,
      rank: review.rank,
      content: review.content,
      label_ids: toIds(review.labels),
      image_ids: await takePhotos(demo, demo.shopper, sku, review.photos ?? 0),
    })
  }
}

type Ware = { product: DemoProduct; handle: string }
type Piece = { product: DemoProduct; sku: DemoSku }

/** Returns all products that were available during the whole time of the demo. */
function listWares(demo: Demo): Ware[] {
  return demoProducts.flatMap((product, index) => {
    const handle = demo.handles[index]
    const isLeft = product.colors.some((color) => !product.soldOut?.includes(color))
    return handle && isLeft && product.status === undefined && product.typeName === undefined ? { product, handle } : []
  })
}

/** Picks a SKU of the product whose turn it is, so that every product is bought once before any is bought twice. */
function pickPiece(demo: Demo, random: Random, wares: Ware[], turn: number): Piece {
  const ware = wares[turn % wares.length]
  if (!ware) throw new Error('The demo has nothing to sell')
  const { product, handle } = ware
  const color = random.pick(product.colors.filter((one) => !product.soldOut?.includes(one)))
  return { product, sku: demo.skuOf(handle, color, random.pick(product.sizes)) }
}

async function buyAndReceive(demo: Demo, person: DemoPerson, pieces: Piece[], daysAgo: number): Promise<string> {
  const { shop } = demo
  const placedAt = demo.ago({ days: daysAgo }).getTime()
  const after = (span: number) => shop.clock.set(new Date(placedAt + span))
  const { orderId, orderNo, totalAmount, currency } = await placeOrder(shop, {
    by: 'shop',
    customerId: person.id,
    email: person.email,
    lines: pieces.map(({ sku }) => ({ skuId: sku.id })),
    address: demo.addressOf(person),
    currency: 'USD',
    shippingMethod: 'standard',
  })
  after(6 * 60 * 1000)
  const reference = `demo-review-${orderNo}`
  const payment = { provider: 'test', eventId: reference, providerRef: reference, method: 'PayPal' }
  await confirmPayment(shop, { ...payment, orderId, amount: totalAmount, currency })
  after(1 * day)
  await prepareOrder(shop, orderId)
  const { packageIds } = await packOrder(shop, { orderId })
  after(1.2 * day)
  const shipments = packageIds.map((packageId) => ({ packageId, carrier: 'DHL', trackingNo: `JD${orderNo}` }))
  await shipOrder(shop, { orderId, shipments })
  after(6 * day)
  await deliverOrder(shop, orderId, 'carrier')
  after(9 * day)
  await completeOrder(shop, orderId, 'timer')
  return orderNo
}

function composeReview(random: Random, product: DemoProduct): { rank: number; content: string; labels: string[] } {
  const mood = random.pick<Mood>([
    ...Array<Mood>(9).fill('delighted'),
    ...Array<Mood>(7).fill('pleased'),
    ...Array<Mood>(3).fill('mixed'),
    'let down',
  ])
  const sentences = [random.pick(aboutPiece[product.art]?.[mood] ?? ['As described.'])]
  const labels = tagsOf[mood].filter(() => random.chance(0.45))
  if (product.sizes.length > 1 && random.chance(0.8)) {
    const fit = random.pick(['True to size', 'True to size', 'True to size', 'Runs small', 'Runs large'] as const)
    labels.unshift(fit)
    sentences.push(random.pick(aboutFit[fit]))
  }
  sentences.push(random.pick(closing[mood]))
  return { rank: random.pick(ranksOf[mood]), content: sentences.filter(Boolean).join(' '), labels }
}

/** Creates photos like those that shoppers take: cut out, tilted, and in different light. */
async function takePhotos(demo: Demo, person: DemoPerson, sku: DemoSku, photos: number): Promise<string[]> {
  if (photos === 0) return []
  const name = `${sku.handle}-${sku.color.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`
  const drawing = await demo.shop.files.read(demo.imageOf(name).slice(1))
  if (!drawing) throw new Error(`The demo has no picture ${name}`)
  // Soft shadows take the most time to draw and cannot be seen in photos.
  const plain = Buffer.from(new TextDecoder().decode(drawing).replaceAll(/ filter="[^"]*"/g, ''))
  const { data, info } = await sharp(plain).resize(360).raw().toBuffer({ resolveWithObject: true })
  const ids: string[] = []
  for (let shot = 0; shot < photos; shot++) {
    const photo = sharp(data, { raw: info })
      .extract({ left: 30 + shot * 20, top: 40 + shot * 70, width: 285, height: 315 })
      .modulate({ brightness: shot % 2 === 0 ? 0.94 : 1.05, saturation: 0.9 })
    const bytes = new Uint8Array(await photo.jpeg({ quality: 82 }).toBuffer())
    const stored = await storeImage(demo.shop, { customerId: person.id, kind: 'review', bytes })
    ids.push(stored.id)
  }
  return ids
}

async function readOrder({ shop }: Demo, orderId: string) {
  const [order] = await shop.db.select().from(orders).where(eq(orders.id, orderId))
  if (!order) throw new Error(`The demo has no order ${orderId}`)
  return order
}
