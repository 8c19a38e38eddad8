import { findRequestLanguage, readVisitorLanguage } from '#features/settings/server/mail-words.service.ts'
import * as calls from '#features/support/contact.contract.ts'
import { handle } from '#server/http/http.ts'
import * as contact from './contact.service.ts'
import { listProblems } from './problem-types.ts'

export const contactHandlers = [
  handle(calls.listProblems, ({ shop }) => listProblems(shop.db)),
  handle(calls.findContactOrders, async ({ shop: { db }, actor, input: { keyword }, request }) =>
    contact.findContactOrders(db, actor, { keyword, language: await readVisitorLanguage(db, request) }),
  ),
  handle(calls.sendTicket, async ({ shop, actor, input, request }) => {
    await shop.limits.take('contactByIp', request.ip)
    await shop.limits.take('contactByEmail', input.email)
    return contact.sendTicket(shop, actor, input, await findRequestLanguage(shop.db, request))
  }),
  handle(calls.listTickets, ({ shop, actor, input }) => contact.listTickets(shop, actor.customerId, input)),
  handle(calls.getTicket, ({ shop, actor, input }) => contact.getTicket(shop, actor.customerId, input.id)),
]
