import { dayMs } from '#contract/times/times.ts'
import * as calls from '#features/support/chat.contract.ts'
import { asProved, handle, type Visitor } from '#server/http/http.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import * as chat from './chat.service.ts'

const guestDays = 90

export const chatHandlers = [
  handle(calls.getChat, ({ shop, asker, input, request }) =>
    chat.getChat(shop, readChatVisitor(asker, request), input.after),
  ),
  handle(calls.getChatUnread, ({ shop, asker, request }) => chat.getChatUnread(shop, readChatVisitor(asker, request))),
  handle(calls.sendChatMessage, async ({ shop, asker, input, request }) => {
    await shop.limits.take('chatByCaller', asker.customerId ?? request.ip)
    const said = await chat.sendChatMessage(shop, readChatVisitor(asker, request), input)
    if (said.newGuestToken) {
      const expires = new Date(shop.clock.now().getTime() + guestDays * dayMs)
      request.setCookie(chat.guestCookie, said.newGuestToken, expires, { httpOnly: true })
    }
    return { conversation_id: said.conversationId, messages: said.messages }
  }),
  handle(calls.tellTyping, async ({ shop, asker, request }) => {
    await shop.limits.take('typingByCaller', asker.customerId ?? request.ip)
    await chat.tellTyping(shop, readChatVisitor(asker, request))
    return {}
  }),
  handle(calls.markChatRead, ({ shop, asker, input, request }) =>
    chat.markChatRead(shop, readChatVisitor(asker, request), input.last_id),
  ),
]

function readChatVisitor(asker: Visitor, request: VisitorRequest): chat.ChatVisitor {
  return { asker: asProved(asker), guestToken: chat.readGuestToken(request.header('cookie')) }
}
