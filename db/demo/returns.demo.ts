import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { storeImage } from '#features/images/server/images.service.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { requestReturn } from '#features/returns/server/commands/request-return.service.ts'
import * as commands from '#features/returns/server/commands/return-commands.service.ts'
import { giveParcel } from '#features/returns/server/commands/return-parcels.service.ts'
import type { Demo } from './demo.ts'

/** A step of a return. Its time is in hours before the load. */
type Step =
  | [hoursAgo: number, 'approve' | 'keepIt' | 'cancel' | 'scan' | 'receive' | 'look' | 'refund' | 'retry' | 'close']
  | [hoursAgo: number, 'reject' | 'fail', text: string]
  | [hoursAgo: number, 'parcel', company: string, number: string]

type Story = {
  order: string
  /** The positions of the returned lines in the order. */
  lines: number[]
  reasonIds: number[]
  comment: string
  /** Close-ups of the first line. Each has a position, as fractions of the width and height of the drawing. */
  pictures?: [x: number, y: number][]
  askedHoursAgo: number
  steps: Step[]
}

const day = 24

/** Returns in every status from 1 to 9. The oldest return comes first. Lines and days match the demo orders. */
const stories: Story[] = [
  {
    order: 'return-failed',
    lines: [1],
    reasonIds: [2, 22],
    comment: 'The side seam came undone on the first day.',
    pictures: [[0.3, 0.55]],
    askedHoursAgo: 66 * day,
    steps: [
      [65 * day, 'keepIt'],
      [63 * day, 'refund'],
    ],
  },
  {
    order: 'return-failed',
    lines: [0],
    reasonIds: [6],
    comment: '',
    askedHoursAgo: 64 * day,
    steps: [
      [63 * day, 'reject', 'The coat shows signs of wear and its label has been removed, so we cannot take it back.'],
    ],
  },
  {
    order: 'closes',
    lines: [0],
    reasonIds: [1, 11],
    comment: 'Half a size too small, sadly.',
    askedHoursAgo: 50 * day,
    steps: [
      [49 * day, 'approve'],
      [46 * day, 'parcel', 'UPS Ground', '1Z84R2100342217765'],
      [45 * day, 'scan'],
      [40 * day, 'receive'],
      [38 * day, 'refund'],
    ],
  },
  {
    order: 'return-closed',
    lines: [0],
    reasonIds: [6],
    comment: '',
    askedHoursAgo: 38 * day,
    steps: [
      [37 * day, 'approve'],
      [23 * day, 'close'],
    ],
  },
  {
    order: 'return-refunding',
    lines: [2],
    reasonIds: [3, 31],
    comment: 'On the photos they are sky blue, these are nearly gray.',
    pictures: [
      [0.5, 0.3],
      [0.45, 0.7],
    ],
    askedHoursAgo: 26 * day,
    steps: [
      [25 * day, 'approve'],
      [23 * day, 'parcel', 'USPS Priority', '9405511899223197428490'],
      [15 * day, 'receive'],
      [
        13 * day,
        'fail',
        'Your bank turned the refund down because the card has expired. We will try again with your PayPal account.',
      ],
    ],
  },
  {
    order: 'return-refunding',
    lines: [0],
    reasonIds: [1, 12],
    comment: 'Larger than expected around the waist.',
    askedHoursAgo: 25 * day,
    steps: [
      [24 * day, 'approve'],
      [22 * day, 'parcel', 'USPS Priority', '9405511899223197428513'],
      [20 * day, 'scan'],
      [2 * day, 'receive'],
    ],
  },
  {
    order: 'return-refunding',
    lines: [1],
    reasonIds: [2, 23],
    comment: 'The knit is much thinner than I expected.',
    askedHoursAgo: 24 * day,
    steps: [
      [23 * day, 'approve'],
      [21 * day, 'parcel', 'USPS Priority', '9405511899223197428537'],
      [19 * day, 'scan'],
      [7, 'look'],
    ],
  },
  {
    order: 'return-expiring',
    lines: [0],
    reasonIds: [6],
    comment: '',
    askedHoursAgo: 16 * day,
    // The 14 days to send the parcel end in three hours, so this return is about to expire.
    steps: [[14 * day - 3, 'approve']],
  },
  {
    order: 'return-parcel',
    lines: [1],
    reasonIds: [1, 13],
    comment: 'The legs are too long for me.',
    askedHoursAgo: 10 * day,
    steps: [
      [9 * day, 'approve'],
      [6 * day, 'parcel', 'DHL Express', 'JD014600009243871204'],
      [5 * day, 'scan'],
    ],
  },
  {
    order: 'return-parcel',
    lines: [0, 2],
    reasonIds: [1, 11],
    comment: 'Both run small. The shoulders of the coat are tight.',
    pictures: [[0.5, 0.22]],
    askedHoursAgo: 9 * day,
    steps: [
      [8 * day, 'approve'],
      [1 * day, 'parcel', 'USPS Priority', '9405511899223197428551'],
    ],
  },
  {
    order: 'return-fresh',
    lines: [2],
    reasonIds: [6],
    comment: '',
    askedHoursAgo: 6 * day,
    steps: [[5 * day, 'cancel']],
  },
  {
    order: 'return-expiring',
    lines: [1],
    reasonIds: [1, 11],
    comment: 'The waist measures about an inch less than the size guide says.',
    askedHoursAgo: 5 * day,
    steps: [[4 * day, 'approve']],
  },
  {
    order: 'return-fresh',
    lines: [0, 1],
    reasonIds: [2, 21],
    comment: 'There is a stain on the sleeve, and one cuff is loose.',
    pictures: [
      [0.25, 0.5],
      [0.75, 0.6],
    ],
    askedHoursAgo: 14,
    steps: [],
  },
]

/** Creates Maren's returns with the commands that shoppers and staff use. */
export async function loadReturnsDemo(demo: Demo): Promise<void> {
  for (const story of stories) await playReturnStory(demo, story)
}

async function playReturnStory(demo: Demo, story: Story): Promise<void> {
  const { shop, shopper } = demo
  const orderId = demo.orders.get(story.order) ?? ''
  const [order] = await shop.db.select().from(orders).where(eq(orders.id, orderId))
  if (!order) throw new Error(`The demo has no order ${story.order}`)
  const lines = await shop.db
    .select({ id: orderLines.id, image: orderLines.image })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(orderLines.position)
  const chosen = story.lines.flatMap((position) => lines[position] ?? [])
  const lineIds = chosen.map(({ id }) => id)
  demo.ago({ hours: story.askedHoursAgo })
  const { id: returnId } = await requestReturn(
    shop,
    { customerId: shopper.id },
    {
      order_no: order.orderNo,
      comment: story.comment,
      image_ids: await takePictures(demo, chosen[0]?.image ?? '', story.pictures ?? []),
      order_product_ids: lineIds,
      after_sale_reason_ids: story.reasonIds,
      order_products: lineIds.map((subOrderId) => ({ subOrderId, reason_ids: story.reasonIds })),
    },
  )
  for (const step of story.steps) {
    demo.ago({ hours: step[0] })
    await take(demo, step, { returnId, lineIds })
  }
}

async function take(
  { shop, shopper }: Demo,
  step: Step,
  { returnId, lineIds }: { returnId: string; lineIds: string[] },
): Promise<unknown> {
  const customerId = shopper.id
  switch (step[1]) {
    case 'approve':
      return commands.approveReturn(shop, { returnId })
    case 'keepIt':
      return commands.keepItReturn(shop, { returnId })
    case 'reject':
      return commands.rejectReturn(shop, { returnId, text: step[2] })
    case 'cancel':
      return commands.cancelReturn(shop, { returnId, customerId })
    case 'parcel':
      return giveParcel(shop, { customerId, returnId, lineIds, deliveryCompany: step[2], trackingNumber: step[3] })
    case 'scan':
      return commands.scanParcel(shop, { returnId })
    case 'receive':
      return commands.receiveReturn(shop, { returnId })
    case 'look':
      return commands.receiveReturn(shop, { returnId, isInspected: true })
    case 'refund':
      return commands.refundReturn(shop, { returnId })
    case 'fail':
      return commands.failRefund(shop, { returnId, text: step[2] })
    case 'retry':
      return commands.retryRefund(shop, { returnId })
    case 'close':
      return commands.closeOverdueReturns(shop, { returnId })
  }
}

/** Creates close-up photos, which are enlarged parts of a drawing. */
async function takePictures({ shop, shopper }: Demo, image: string, places: [number, number][]): Promise<string[]> {
  const drawing = await shop.files.read(image.replace(/^\//, ''))
  if (!drawing || places.length === 0) return []
  // Soft shadows take seconds to draw and cannot be seen in a close-up.
  const plain = Buffer.from(new TextDecoder().decode(drawing).replaceAll(/ filter="[^"]*"/g, ''))
  const [width, height, side] = [670, 890, 310]
  const whole = await sharp(plain, { density: 144 }).resize(width, height, { fit: 'fill' }).flatten().png().toBuffer()
  const ids: string[] = []
  for (const [x, y] of places) {
    const left = Math.round(Math.min(Math.max(0, x * width - side / 2), width - side))
    const top = Math.round(Math.min(Math.max(0, y * height - side / 2), height - side))
    const photo = await sharp(whole)
      .extract({ left, top, width: side, height: side })
      .resize(720, 720)
      .jpeg({ quality: 82 })
      .toBuffer()
    const { id } = await storeImage(shop, { customerId: shopper.id, kind: 'return', bytes: photo })
    ids.push(id)
  }
  return ids
}
