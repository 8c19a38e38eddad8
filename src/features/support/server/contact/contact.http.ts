import { findRequestLanguage, readVisitorLanguage } from '#features/settings/server/mail-words.service.ts'
import * as calls from '#features/support/contact.contract.ts'
import { handle } from '#server/http/http.ts'
import * as contact from './contact.service.ts'
import { listProblems } from './problem-types.ts'

export const contactHandlers = [
  handle(calls.listProblems, ({ shop }) => listProblems(shop.db)),
  handle(calls.findContactOrders, async ({ shop: { db }, asker, input: { keyword }, request }) =>
    contact.findContactOrders(db, asker, { keyword, language: await readVisitorLanguage(db, request) }),
  ),
  handle(calls.sendTicket, async ({ shop, asker, input, request }) => {
    await shop.limits.take('contactByIp', request.ip)
    await shop.limits.take('contactByEmail', input.email)
    return contact.sendTicket(shop, asker, input, await findRequestLanguage(shop.db, request))
  }),
  handle(calls.listTickets, ({ shop, asker, input }) => contact.listTickets(shop, asker.customerId, input)),
  handle(calls.getTicket, ({ shop, asker, input }) => contact.getTicket(shop, asker.customerId, input.id)),
]
