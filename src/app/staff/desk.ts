import { readFile } from 'node:fs/promises'
import { asc, eq } from 'drizzle-orm'
import { answerChat, listWaitingChats, showChat } from '#features/chat/server/chat.staff.service.ts'
import {
  answerTicket,
  closeTicket,
  listWaitingTickets,
  showTicket as readTicket,
} from '#features/contact/server/contact.staff.service.ts'
import { giveCoupon } from '#features/coupons/server/bind.service.ts'
import { coupons } from '#features/coupons/server/coupons.tables.ts'
import { currencies } from '#features/settings/server/settings.tables.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { importArchivedOrders } from '#features/tracking/server/import-orders.service.ts'
import { refuse } from '#server/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { countOf, printDue, printLine, printMoney, printTable, printTime, quote, shorten } from './print.ts'
import { kindOf, Misuse, takeLimit, takeNumber, takeText, type Words } from './words.ts'

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
  const ticket = await readTicket(shop, takeNumber(rest, 'TK', 'ticket'))
  const { ticketNo, question, orderNo, customerName, email, createdAt, message, status, answers } = ticket
  const from = customerName ? `${customerName}, ${email}` : email
  const possible = status === 'closed' ? 'Nothing more can be done with it.' : 'Possible now: answer, close.'
  return [
    printLine(`${ticketNo} from ${from}, ${printTime(createdAt)}`),
    printLine([question, orderNo].filter(Boolean).join(', ')),
    '',
    quote(message),
    ...answers.flatMap(({ at, staffName, body }) => ['', printLine(`${printTime(at)}  ${staffName}:`), quote(body)]),
    '',
    `${ticketNo} is ${status}. ${possible}`,
  ].join('\n')
}

export async function answer(shop: Shop, { rest, options }: Words): Promise<string> {
  const staffName = options.name ?? 'The Harbor team'
  if (kindOf(rest[0]) === 'ticket') {
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
  const said = lines.map(({ at, name, body }) => `${printLine(`${printTime(at)}  ${name}:`)}\n${quote(body)}`)
  return [...said, '', 'Possible now: answer.'].join('\n')
}

export async function listCoupons({ db }: Shop): Promise<string> {
  const rows = await db
    .select({ coupon: coupons, decimals: currencies.decimals })
    .from(coupons)
    .leftJoin(currencies, eq(currencies.code, coupons.currency))
    .orderBy(asc(coupons.id))
  if (rows.length === 0) return 'No coupons.'
  return printTable(
    ['Code', 'Gives', 'Condition', 'From', 'Until', 'Claimed'],
    rows.map(({ coupon, decimals }) => [
      coupon.code,
      coupon.couponType === 'S'
        ? 'free shipping'
        : coupon.discountPercent
          ? `${coupon.discountPercent} %`
          : printMoney(coupon.discountAmount ?? 0, coupon.currency, decimals ?? 2),
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
