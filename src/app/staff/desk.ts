import { readFile } from 'node:fs/promises'
import { asc, eq } from 'drizzle-orm'
import { answerChat, listWaitingChats, showChat } from '#features/chat/server/chat-desk.service.ts'
import { answerTicket, closeTicket, listWaitingTickets } from '#features/contact/server/ticket-desk.service.ts'
import { giveCoupon } from '#features/coupons/server/bind.service.ts'
import { coupons } from '#features/coupons/server/coupons.tables.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { importArchivedOrders } from '#features/tracking/server/import-orders.service.ts'
import { refuse } from '#server/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { countOf, printDue, printTable, printTime, shorten } from './print.ts'
import { Misuse, takeLimit, takeNumber, takeText, type Words } from './words.ts'

export async function listTickets(shop: Shop, { options }: Words): Promise<string> {
  const rows = await listWaitingTickets(shop, takeLimit(options.limit))
  if (rows.length === 0) return 'No tickets wait.'
  return printTable(
    ['Ticket', 'Answer', 'From', 'Question', 'Order', 'Message'],
    rows.map((ticket) => [
      ticket.ticketNo,
      printDue(ticket.replyDueAt, shop.clock.now()),
      ticket.email,
      ticket.question,
      ticket.orderNo,
      shorten(ticket.message),
    ]),
  )
}

export async function showTicket(shop: Shop, rest: string[]): Promise<string> {
  const ticketNo = takeNumber(rest, 'TK', 'ticket')
  const ticket = (await listWaitingTickets(shop, 1000)).find((one) => one.ticketNo === ticketNo)
  if (!ticket) throw refuse('not_found', { message: `No ticket ${ticketNo} waits for an answer.` })
  const { question, orderNo, customerName, email, createdAt, message } = ticket
  const from = customerName ? `${customerName}, ${email}` : email
  return [
    `${ticketNo} from ${from}, ${printTime(createdAt)}`,
    [question, orderNo].filter(Boolean).join(', '),
    '',
    message,
    '',
    'Possible now: answer, close.',
  ].join('\n')
}

export async function answer(shop: Shop, { rest, options }: Words): Promise<string> {
  const staffName = options.name ?? 'The Harbor team'
  if (/^TK/i.test(rest[0] ?? '')) {
    const ticketNo = takeNumber(rest, 'TK', 'ticket')
    await answerTicket(shop, { ticketNo, body: takeText(rest, 'the answer'), staffName })
    return `${ticketNo} is answered, and the shopper gets a mail. Possible now: answer, close.`
  }
  const conversationId = rest[0] ?? ''
  if (conversationId === '') throw new Misuse('Name the ticket (TK…) or the chat to answer.')
  await answerChat(shop, { conversationId, body: takeText(rest, 'the answer'), staffName })
  return 'The chat is answered.'
}

export async function close(shop: Shop, { rest }: Words): Promise<string> {
  const ticketNo = takeNumber(rest, 'TK', 'ticket')
  await closeTicket(shop, ticketNo)
  return `${ticketNo} is closed.`
}

export async function listChats(shop: Shop, { options }: Words): Promise<string> {
  const rows = await listWaitingChats(shop, takeLimit(options.limit))
  if (rows.length === 0) return 'No chats wait.'
  return printTable(
    ['Chat', 'Since', 'From', 'Last message'],
    rows.map((chat) => [chat.conversationId, printTime(chat.waitingSince), chat.who, shorten(chat.lastMessage)]),
  )
}

export async function readChatLines(shop: Shop, rest: string[]): Promise<string> {
  const lines = await showChat(shop, rest[0] ?? '')
  if (lines.length === 0) throw refuse('not_found', { message: 'There is no such chat.' })
  return [...lines.map(({ at, name, body }) => `${printTime(at)}  ${name}: ${body}`), '', 'Possible now: answer.'].join(
    '\n',
  )
}

export async function listCoupons({ db }: Shop): Promise<string> {
  const rows = await db.select().from(coupons).orderBy(asc(coupons.id))
  if (rows.length === 0) return 'No coupons.'
  return printTable(
    ['Code', 'Gives', 'Condition', 'From', 'Until', 'Claimed'],
    rows.map((coupon) => [
      coupon.code,
      coupon.couponType === 'S'
        ? 'free shipping'
        : coupon.discountPercent
          ? `${coupon.discountPercent} %`
          : `${(coupon.discountAmount ?? 0) / 100} ${coupon.currency}`,
      coupon.useConditionTxt,
      printTime(coupon.startsAt),
      coupon.endsAt ? printTime(coupon.endsAt) : 'Indefinite',
      coupon.stockTotal === null ? coupon.stockClaimed : `${coupon.stockClaimed} of ${coupon.stockTotal}`,
    ]),
  )
}

export async function give(shop: Shop, { rest }: Words): Promise<string> {
  const [code = '', email = ''] = rest
  if (code === '' || !email.includes('@'))
    throw new Misuse('Say which coupon and to whom: give HELLO15 shopper@harbor.test')
  const [coupon] = await shop.db.select({ id: coupons.id }).from(coupons).where(eq(coupons.code, code.toUpperCase()))
  if (!coupon) throw refuse('not_found', { message: `There is no coupon ${code.toUpperCase()}.` })
  const address = email.toLowerCase()
  const [customer] = await shop.db.select({ id: customers.id }).from(customers).where(eq(customers.email, address))
  await giveCoupon(shop, { customerId: customer?.id ?? null, email: address }, coupon.id)
  return customer
    ? `${address} now has ${code.toUpperCase()}.`
    : `${address} has no account; ${code.toUpperCase()} waits for one.`
}

export async function importOrders(shop: Shop, { rest }: Words): Promise<string> {
  const [file = ''] = rest
  const format = /\.(csv|json)$/i.exec(file)?.[1]?.toLowerCase()
  if (format !== 'csv' && format !== 'json') throw new Misuse('Name a .csv or .json file: import-orders orders.csv')
  const source = await readFile(file, 'utf8').catch(() => {
    throw new Misuse(`${file} cannot be read.`)
  })
  const { imported, known, problems } = await importArchivedOrders(shop, source, format)
  if (problems.length > 0) {
    throw refuse('invalid_input', { message: `Nothing was imported:\n${problems.map((one) => `- ${one}`).join('\n')}` })
  }
  return `${countOf(imported, 'order')} imported${known > 0 ? `, ${known} already known` : ''}.`
}
