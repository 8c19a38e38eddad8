import { dayMs } from '#contract/times/times.ts'
import * as calls from '#features/support/chat.contract.ts'
import { asVerified, handle, type Visitor } from '#server/http/http.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import * as chat from './chat.service.ts'

const guestDays = 90

export const chatHandlers = [
  handle(calls.getChat, ({ shop, actor, input, request }) =>
    chat.getChat(shop, readChatVisitor(actor, request), input.after),
  ),
  handle(calls.getChatUnread, ({ shop, actor, request }) => chat.getChatUnread(shop, readChatVisitor(actor, request))),
  handle(calls.sendChatMessage, async ({ shop, actor, input, request }) => {
    await shop.limits.take('chatByCaller', actor.customerId ?? request.ip)
    const said = await chat.sendChatMessage(shop, readChatVisitor(actor, request), input)
    if (said.newGuestToken) {
      const expires = new Date(shop.clock.now().getTime() + guestDays * dayMs)
      request.setCookie(chat.guestCookie, said.newGuestToken, expires, { httpOnly: true })
    }
    return { conversation_id: said.conversationId, messages: said.messages }
  }),
  handle(calls.tellTyping, async ({ shop, actor, request }) => {
    await shop.limits.take('typingByCaller', actor.customerId ?? request.ip)
    await chat.tellTyping(shop, readChatVisitor(actor, request))
    return {}
  }),
  handle(calls.markChatRead, ({ shop, actor, input, request }) =>
    chat.markChatRead(shop, readChatVisitor(actor, request), input.last_id),
  ),
]

function readChatVisitor(actor: Visitor, request: VisitorRequest): chat.ChatVisitor {
  return { actor: asVerified(actor), guestToken: chat.readGuestToken(request.header('cookie')) }
}
