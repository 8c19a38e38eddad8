import { eq } from 'drizzle-orm'
import { ArchivedOrderRecord, insertArchivedOrders } from '#features/orders/server/lookup/import-orders.service.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { sendChatMessage } from '#features/support/server/chat/chat.service.ts'
import { answerChat } from '#features/support/server/chat/chat.staff.service.ts'
import { sendTicket } from '#features/support/server/contact/contact.service.ts'
import { answerTicket, closeTicket } from '#features/support/server/contact/contact.staff.service.ts'
import type { Demo, DemoPerson } from './demo.ts'

/** Loads questions with answers, a chat, and two archived orders from an earlier shop system. */
export async function loadContactDemo(demo: Demo): Promise<void> {
  await loadArchive(demo)
  await loadTickets(demo)
  await loadChat(demo)
}

/** Two orders from an earlier shop system. `daysAgo` is the time from their payment to the load. */
const archivedOrders = [
  {
    order_no: '#10428',
    email: 'shopper@harbor.test',
    firstname: 'Maren',
    lastname: 'Lindqvist',
    tel: '+1 207 555 0142',
    zipcode: '04101',
    city: 'Portland',
    state: 'Maine',
    country: 'United States',
    shipping_method: 'Standard',
    currency: 'USD',
    sku_price: '149.00',
    discount_price: '10.00',
    shipping: '4.95',
    total: '143.95',
    daysAgo: 540,
    items: [
      {
        image: 'regatta-court-sneaker-white',
        sku_name_en: 'Regatta Court Sneaker',
        sku_attr_en: 'White / US 8',
        price: '95.00',
        status: 'Delivered',
      },
      {
        image: 'breakwater-check-scarf-blue',
        sku_name_en: 'Breakwater Check Scarf',
        sku_attr_en: 'Blue / One size',
        price: '54.00',
        status: 'Delivered',
      },
    ],
  },
  {
    order_no: '#10577',
    email: 'shopper@harbor.test',
    firstname: 'Elsa',
    lastname: 'Lindqvist',
    tel: '+46 31 555 01 90',
    zipcode: '413 04',
    city: 'Göteborg',
    country: 'Sweden',
    shipping_method: 'Express',
    currency: 'EUR',
    sku_price: '259.00',
    shipping: '12.00',
    total: '271.00',
    daysAgo: 470,
    items: [
      {
        image: 'quay-belted-wool-coat-camel',
        sku_name_en: 'Quay Belted Wool Coat',
        sku_attr_en: 'Camel / M',
        price: '259.00',
        status: 'Returned',
      },
    ],
  },
]

async function loadArchive(demo: Demo): Promise<void> {
  demo.at(200, '04:30')
  await insertArchivedOrders(
    demo.shop,
    archivedOrders.map(({ daysAgo, items, ...order }) =>
      ArchivedOrderRecord.parse({
        ...order,
        pay_confirm_time: seconds(demo.daysFromLoad(-daysAgo)),
        items: items.map((item) => ({ ...item, image: demo.imageOf(item.image) })),
      }),
    ),
  )
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}

async function loadTickets(demo: Demo): Promise<void> {
  const { shopper } = demo
  const orderNo = await readOrderNo(demo, 'received-mixed')

  demo.at(62, '08:12')
  const size = await ask(demo, shopper, 6, 'I am between M and L in the linen dress. Which one would you take?')
  demo.at(62, '11:40')
  await answer(
    demo,
    size,
    'Thank you for asking, Maren.\n\nThe linen dress is cut generously at the waist, so we would take the M. If it does not fit, you can send it back within 15 days.',
  )
  demo.at(61, '09:00')
  await closeTicket(demo.shop, size)

  // The carrier reported nothing from 6.3 to 3.9 days before the load, and delivered the parcel 2.2 days before it.
  demo.ago({ days: 4, hours: 2 })
  const parcel = await ask(
    demo,
    shopper,
    47,
    'The tracking has shown the same place for two days now. Is the parcel lost?',
    orderNo,
  )
  demo.ago({ days: 3, hours: 14 })
  await answer(
    demo,
    parcel,
    'The carrier told us that a storm held up its trucks. Your parcel has left Boston and should be with you in two days.',
  )
  demo.ago({ days: 2, hours: 18 })
  await answer(demo, parcel, 'A short update: it has reached the delivery depot in Portland.')

  demo.ago({ hours: 5 })
  await ask(demo, shopper, 15, 'Could you send me an invoice with my company’s name on it?')

  demo.ago({ hours: 2 })
  await sendTicket(
    demo.shop,
    { customerId: null },
    {
      email: 'guest@harbor.test',
      message: 'Do you deliver to the Faroe Islands?',
      order_no: null,
      problem_type: 25,
      customer_name: 'Jákup',
      client_os: 'mobile',
    },
  )
}

async function readOrderNo(demo: Demo, story: string): Promise<string> {
  const id = demo.orders.get(story) ?? ''
  const [order] = await demo.shop.db.select({ orderNo: orders.orderNo }).from(orders).where(eq(orders.id, id))
  if (!order) throw new Error(`The demo has no order ${story}`)
  return order.orderNo
}

async function ask(
  { shop }: Demo,
  person: DemoPerson,
  problemType: number,
  message: string,
  orderNo: string | null = null,
): Promise<string> {
  const ticket = await sendTicket(shop, person.actor, {
    email: person.email,
    message,
    order_no: orderNo,
    problem_type: problemType,
    customer_name: person.name,
    client_os: 'mobile',
  })
  return ticket.ticket_no
}

async function answer({ shop }: Demo, ticketNo: string, body: string): Promise<void> {
  await answerTicket(shop, { ticketNo, body, staffName: 'Tomas at Harbor' })
}

async function loadChat(demo: Demo): Promise<void> {
  const talker = { actor: demo.shopper.actor, guestToken: null }
  demo.ago({ days: 1, hours: 3 })
  const { conversationId } = await sendChatMessage(demo.shop, talker, {
    body: 'Hello! Will the Drizzle Rain Coat come back in Marigold?',
    client_key: 'demo-chat-1',
  })
  demo.ago({ days: 1, hours: 2 })
  await answerChat(demo.shop, {
    conversationId,
    body: 'Hello, Maren! Yes, we expect it in about two weeks.',
    staffName: 'Tomas',
    clientKey: 'demo-chat-2',
  })
}
