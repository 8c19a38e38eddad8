import { defineCommand, parseLimit, parseNumber, parseText, type StaffCommands } from '#server/cli/command.ts'
import { printDue, printLine, printTable, printTime, quote, shorten } from '#server/cli/print.ts'
import { answerTicket, closeTicket, listWaitingTickets, readTicket } from './server/contact/contact.staff.service.ts'

const list = defineCommand({
  verb: 'tickets',
  alias: 'ticket',
  usage: '[--limit 50]',
  options: { limit: { type: 'string' } },
  async run(shop, { options }) {
    const rows = await listWaitingTickets(shop, parseLimit(options.limit))
    if (rows.length === 0) return 'No open tickets.'
    return printTable(
      ['Ticket', 'Answer due', 'From', 'Question', 'Order', 'Message'],
      rows.map((ticket) => [
        ticket.ticketNo,
        printDue(ticket.replyDueAt, shop.clock.now()),
        ticket.email,
        ticket.question,
        ticket.orderNo,
        shorten(ticket.message),
      ]),
    )
  },
})

const show = defineCommand({
  verb: 'show',
  usage: '<ticket>',
  takes: 'ticket',
  async run(shop, { rest }) {
    const ticket = await readTicket(shop, parseNumber(rest, 'ticket'))
    const { ticketNo, question, orderNo, customerName, email, createdAt, message, status, answers } = ticket
    const from = customerName ? `${customerName}, ${email}` : email
    const possible = status === 'closed' ? 'No further commands are possible.' : 'Possible now: answer, close.'
    return [
      printLine(`${ticketNo} from ${from}, ${printTime(createdAt)}`),
      printLine([question, orderNo].filter(Boolean).join(', ')),
      '',
      quote(message),
      ...answers.flatMap(({ at, staffName, body }) => ['', printLine(`${printTime(at)}  ${staffName}:`), quote(body)]),
      '',
      `${ticketNo} is ${status}. ${possible}`,
    ].join('\n')
  },
})

const answer = defineCommand({
  verb: 'answer',
  usage: '<ticket> <text> [--name Ingrid]',
  options: { name: { type: 'string' } },
  takes: 'ticket',
  async run(shop, { rest, options }) {
    const ticketNo = parseNumber(rest, 'ticket')
    const staffName = options.name ?? 'The Harbor team'
    await answerTicket(shop, { ticketNo, body: parseText(rest, 'the answer'), staffName })
    return `The answer to ${ticketNo} was sent by mail. Possible now: answer, close.`
  },
})

const close = defineCommand({
  verb: 'close',
  usage: '<ticket>',
  async run(shop, { rest }) {
    const ticketNo = parseNumber(rest, 'ticket')
    await closeTicket(shop, ticketNo)
    return `${ticketNo} is closed.`
  },
})

export const ticketCommands: StaffCommands = {
  heading: 'Tickets',
  list,
  showsWaitingWork: true,
  commands: [show, answer, close],
}
