import * as z from 'zod/mini'
import { defineCall } from '#contract/calls/call.ts'
import { codeZero } from '#contract/calls/envelopes.ts'
import { problemCheck, queryNumber } from '#contract/calls/fields.ts'
import { msg } from '#contract/text/translate.ts'
import { chatMessageMaxLength, findChatMessageProblem } from './chat.rules.ts'

export const ChatMessage = z.object({
  id: z.int(),
  author: z.enum(['shopper', 'staff', 'system']),
  staff_name: z.nullable(z.string()),
  body: z.string(),
  client_key: z.string(),
  created_at: z.string(),
  images: z.array(z.object({ id: z.string(), url: z.string() })),
})
export type ChatMessage = z.output<typeof ChatMessage>

export const Chat = z.object({
  /** Id of the conversation whose live events the page follows. Null until the first message. */
  conversation_id: z.nullable(z.string()),
  is_online: z.boolean(),
  unread: z.int(),
  /** Messages, the oldest first: the latest hundred, or the messages after a given id. */
  messages: z.array(ChatMessage),
})
export type Chat = z.output<typeof Chat>

export const getChat = defineCall({
  method: 'GET',
  path: '/ajax-web/chat',
  about:
    'Returns the chat of the signed-in shopper or of a guest’s browser. With `after`, returns only messages after this message id.',
  access: 'anyone',
  envelope: codeZero,
  input: z.object({ after: z._default(queryNumber(0, Number.MAX_SAFE_INTEGER), 0) }),
  output: Chat,
})

export const getChatUnread = defineCall({
  method: 'GET',
  path: '/ajax-web/chat/unread',
  about: 'Returns the number of unread staff messages in the chat.',
  access: 'anyone',
  envelope: codeZero,
  input: z.object({}),
  output: z.object({ unread: z.int() }),
})

export const sendChatMessage = defineCall({
  method: 'POST',
  path: '/ajax-web/chat/message',
  about: 'Sends a message to the chat. Repeated requests with the same `client_key` send the message only once.',
  access: 'anyone',
  envelope: codeZero,
  input: z.object({
    body: z
      .string(msg('Please fill in this field'))
      .check(problemCheck(findChatMessageProblem), z.trim(), z.maxLength(chatMessageMaxLength)),
    client_key: z.string().check(z.regex(/^[\w-]{8,64}$/), z.maxLength(64)),
  }),
  output: z.object({ conversation_id: z.string(), messages: z.array(ChatMessage) }),
})

export const tellTyping = defineCall({
  method: 'POST',
  path: '/ajax-web/chat/typing',
  about: 'Reports that the shopper is typing. Staff see a typing indicator for a moment. Nothing is stored.',
  access: 'anyone',
  envelope: codeZero,
  input: z.object({}),
  output: z.object({}),
})

export const markChatRead = defineCall({
  method: 'POST',
  path: '/ajax-web/chat/read',
  about: 'Marks all messages up to `last_id` as read. Returns the number of unread messages.',
  access: 'anyone',
  envelope: codeZero,
  input: z.object({ last_id: z.int().check(z.gte(0)) }),
  output: z.object({ unread: z.int() }),
})
