import * as z from 'zod/mini'
import { filledText } from '#contract/calls/fields.ts'
import {
  defineStaffAction,
  defineStaffCall,
  defineStaffFile,
  defineStaffList,
  ListInput,
  StaffTime,
} from '#contract/calls/staff-call.ts'
import { chatMessageMaxLength } from './chat.rules.ts'
import { ticketMessageMaxLength } from './contact.rules.ts'

const Person = z.object({ id: z.string(), name: z.string() })
const Note = z.object({ by: z.string(), body: z.string(), at: StaffTime })
/** 5: the pictures that a shopper can send with a return. */
export const maxAnswerPictures = 5
export const AnswerPicture = z.object({ id: z.string(), path: z.string() })
export type AnswerPicture = z.output<typeof AnswerPicture>
const PictureId = z.string().check(z.regex(/^[a-z0-9]{1,64}$/), z.maxLength(64))
const pictures = z._default(z.array(PictureId).check(z.maxLength(maxAnswerPictures)), [])
/** Template that the answer began with, for its usage count. */
const template = z.optional(z.string().check(z.maxLength(50)))
const kinds = ['ticket', 'chat'] as const
const states = ['open', 'answered', 'closed'] as const
const moves = ['answer', 'pictures', 'note', 'assign', 'close', 'reopen'] as const

export const InboxItem = z.object({
  kind: z.enum(kinds),
  /** Ticket number or chat id. */
  number: z.string(),
  state: z.enum(states),
  from: z.string(),
  /** Subject of a ticket, or the shopper's latest message of a chat. */
  subject: z.string(),
  preview: z.string(),
  at: StaffTime,
  /** Time since which an open chat waits for an answer. Null for other threads. */
  waiting_since: z.nullable(StaffTime),
  /** Time by which an answer is due. Only for open threads. */
  due_at: z.nullable(StaffTime),
  assignee: z.nullable(Person),
})
export type InboxItem = z.output<typeof InboxItem>

export const listInbox = defineStaffList({
  path: '/inbox',
  about:
    'Lists tickets and chats. Open chats come first, then open tickets, both sorted by due time. Other states are sorted newest first. `q` matches a ticket number, email, name or text.',
  scope: 'inbox:read',
  input: z.object({
    ...ListInput,
    kind: z.optional(z.enum(kinds)),
    state: z._default(z.enum(states), 'open'),
    /** Id of a member, `me`, or `none`. */
    assignee: z.optional(z.string().check(z.maxLength(50))),
    /** Open threads whose answer is overdue. */
    due: z.optional(z.enum(['late'])),
  }),
  output: InboxItem,
})

export const countInbox = defineStaffCall({
  method: 'GET',
  path: '/inbox-counts',
  about: 'Counts open tickets and chats: all, overdue, and assigned to the caller. Counts are capped at 1,000.',
  scope: 'inbox:read',
  input: z.object({}),
  output: z.object({ open: z.int(), late: z.int(), mine: z.int() }),
  example: { input: {} },
})

export const listInboxPeople = defineStaffCall({
  method: 'GET',
  path: '/inbox-people',
  about:
    'Lists the members who can answer tickets and chats, sorted by name. Tickets and chats can be assigned to these members.',
  scope: 'inbox:read',
  input: z.object({}),
  output: z.object({ people: z.array(Person) }),
  example: { input: {} },
})

export const StaffTicket = z.object({
  number: z.string(),
  state: z.enum(states),
  name: z.string(),
  email: z.string(),
  customer_id: z.nullable(z.string()),
  language: z.nullable(z.string()),
  question: z.array(z.string()),
  order_number: z.nullable(z.string()),
  message: z.string(),
  created_at: StaffTime,
  due_at: StaffTime,
  assignee: z.nullable(Person),
  answers: z.array(z.extend(Note, { pictures: z.array(AnswerPicture) })),
  notes: z.array(Note),
  /**
   * Possible actions. `pictures` is possible only for a customer with an account, since only accounts can see the
   * pictures.
   */
  possible: z.array(z.enum(moves)),
})
export type StaffTicket = z.output<typeof StaffTicket>

const TicketNo = z.object({ number: z.string().check(z.maxLength(20)) })

export const getStaffTicket = defineStaffCall({
  method: 'GET',
  path: '/tickets/:number',
  about: 'Returns one ticket with its question, answers and notes.',
  scope: 'inbox:read',
  input: TicketNo,
  output: StaffTicket,
})

const ticketCommand = { method: 'POST', scope: 'inbox:write', output: StaffTicket } as const
const assignee = z.nullable(z.string().check(z.maxLength(50)))

export const answerStaffTicket = defineStaffCall({
  ...ticketCommand,
  path: '/tickets/:number/answer',
  about:
    'Answers a ticket and sends an email to the customer. `close` also closes the ticket. `pictures` contains ids of uploaded pictures.',
  input: z.extend(TicketNo, {
    body: filledText(ticketMessageMaxLength),
    close: z._default(z.boolean(), false),
    pictures,
    template,
  }),
})
export const addTicketPicture = defineStaffCall({
  method: 'POST',
  path: '/tickets/:number/pictures',
  about:
    'Uploads a PNG or JPEG to a ticket of a customer account. Pictures are re-encoded, and a picture that already exists is not stored again. Unused pictures expire after a day.',
  scope: 'inbox:write',
  sentAs: 'multipart',
  asksOthers: true,
  input: z.extend(TicketNo, { file: z.file().check(z.minSize(1)) }),
  output: AnswerPicture,
})
export const getTicketPicture = defineStaffFile({
  method: 'GET',
  path: '/tickets/:number/pictures/:id',
  about: 'Returns a picture of an answer to a ticket.',
  scope: 'inbox:read',
  input: z.extend(TicketNo, { id: PictureId }),
})
export const noteTicket = defineStaffCall({
  ...ticketCommand,
  path: '/tickets/:number/note',
  about: 'Adds a note to a ticket. Only staff can see notes.',
  input: z.extend(TicketNo, { body: filledText(2000) }),
})
export const assignTicket = defineStaffCall({
  ...ticketCommand,
  path: '/tickets/:number/assign',
  about: 'Assigns a ticket to a member, or removes its assignee.',
  input: z.extend(TicketNo, { assignee }),
})
export const closeStaffTicket = defineStaffCall({
  ...ticketCommand,
  path: '/tickets/:number/close',
  about: 'Closes a ticket.',
  input: TicketNo,
})
export const reopenTicket = defineStaffCall({
  ...ticketCommand,
  path: '/tickets/:number/reopen',
  about: 'Opens a closed ticket again.',
  input: TicketNo,
})

export const StaffChat = z.object({
  id: z.string(),
  state: z.enum(states),
  customer: z.nullable(z.object({ id: z.string(), name: z.string(), email: z.string() })),
  language: z.nullable(z.string()),
  waiting_since: z.nullable(StaffTime),
  assignee: z.nullable(Person),
  /** The latest hundred messages, the oldest first. */
  messages: z.array(
    z.object({
      id: z.int(),
      author: z.enum(['shopper', 'staff', 'system']),
      name: z.nullable(z.string()),
      body: z.string(),
      at: StaffTime,
      /** Whether the shopper has seen the message. */
      is_seen: z.boolean(),
      pictures: z.array(AnswerPicture),
    }),
  ),
  notes: z.array(Note),
  possible: z.array(z.enum(moves)),
})
export type StaffChat = z.output<typeof StaffChat>

const ChatId = z.object({ id: z.string().check(z.maxLength(50)) })

export const getStaffChat = defineStaffCall({
  method: 'GET',
  path: '/chats/:id',
  about: 'Returns one chat with its latest messages and its notes.',
  scope: 'inbox:read',
  input: ChatId,
  output: StaffChat,
})

const chatCommand = { method: 'POST', scope: 'inbox:write', output: StaffChat } as const

export const answerStaffChat = defineStaffCall({
  ...chatCommand,
  path: '/chats/:id/answer',
  about:
    'Sends a message to a chat. The shopper sees the message at once. `pictures` contains ids of uploaded pictures.',
  input: z.extend(ChatId, { body: filledText(chatMessageMaxLength), pictures, template }),
})
export const addChatPicture = defineStaffCall({
  method: 'POST',
  path: '/chats/:id/pictures',
  about:
    'Uploads a PNG or JPEG to a chat of a customer account. Pictures are re-encoded, and a picture that already exists is not stored again. Unused pictures expire after a day.',
  scope: 'inbox:write',
  sentAs: 'multipart',
  asksOthers: true,
  input: z.extend(ChatId, { file: z.file().check(z.minSize(1)) }),
  output: AnswerPicture,
})
export const getChatPicture = defineStaffFile({
  method: 'GET',
  path: '/chats/:id/pictures/:picture',
  about: 'Returns a picture of a message in a chat.',
  scope: 'inbox:read',
  input: z.extend(ChatId, { picture: PictureId }),
})
export const noteChat = defineStaffCall({
  ...chatCommand,
  path: '/chats/:id/note',
  about: 'Adds a note to a chat. Only staff can see notes.',
  input: z.extend(ChatId, { body: filledText(2000) }),
})
export const assignChat = defineStaffCall({
  ...chatCommand,
  path: '/chats/:id/assign',
  about: 'Assigns a chat to a member, or removes its assignee.',
  input: z.extend(ChatId, { assignee }),
})
export const closeChat = defineStaffCall({
  ...chatCommand,
  path: '/chats/:id/close',
  about: 'Closes a chat. The chat opens again with the shopper’s next message.',
  input: ChatId,
})

export const reopenChat = defineStaffCall({
  ...chatCommand,
  path: '/chats/:id/reopen',
  about: 'Opens a closed chat again. An unanswered chat keeps its original waiting time.',
  input: ChatId,
})

export const getAttendance = defineStaffCall({
  method: 'GET',
  path: '/attendance',
  about: 'Returns whether the chat is open.',
  scope: 'inbox:read',
  input: z.object({}),
  output: z.object({ is_attended: z.boolean() }),
  example: { input: {} },
})

export const attendChat = defineStaffAction({
  method: 'POST',
  path: '/attendance',
  about: 'Opens the chat for a number of minutes, or closes it with 0.',
  scope: 'inbox:write',
  input: z.object({ minutes: z.int().check(z.gte(0), z.lte(600)) }),
})

export const Template = z.object({
  id: z.string(),
  name: z.string(),
  area: z.enum(['inbox', 'returns']),
  language: z.string(),
  body: z.string(),
})
export type Template = z.output<typeof Template>
/** Template with its usage count. The count is not part of the template's version. */
export const TemplateRow = z.extend(Template, { used: z.int() })
export type TemplateRow = z.output<typeof TemplateRow>

const templateFields = {
  name: filledText(100),
  area: z.enum(['inbox', 'returns']),
  language: z.string().check(z.regex(/^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/), z.maxLength(8)),
  body: filledText(2000),
}
const TemplateId = z.object({ id: z.string().check(z.maxLength(50)) })

export const listTemplates = defineStaffList({
  path: '/templates',
  about: 'Lists answer templates, most used first.',
  scope: 'inbox:read',
  input: z.object({
    ...ListInput,
    area: z.optional(templateFields.area),
    language: z.optional(templateFields.language),
  }),
  output: TemplateRow,
})
export const getTemplate = defineStaffCall({
  method: 'GET',
  path: '/templates/:id',
  about: 'Returns one answer template.',
  scope: 'inbox:read',
  input: TemplateId,
  output: Template,
})
export const addTemplate = defineStaffCall({
  method: 'POST',
  path: '/templates',
  about: 'Creates an answer template.',
  scope: 'inbox:write',
  input: z.object(templateFields),
  output: Template,
})
export const editTemplate = defineStaffCall({
  method: 'PATCH',
  path: '/templates/:id',
  about: 'Changes an answer template.',
  scope: 'inbox:write',
  input: z.extend(TemplateId, z.partial(z.object(templateFields)).shape),
  output: Template,
})
export const removeTemplate = defineStaffAction({
  method: 'DELETE',
  path: '/templates/:id',
  about: 'Deletes an answer template.',
  scope: 'inbox:write',
  input: TemplateId,
})
