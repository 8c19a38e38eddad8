import { listPeopleWith } from '#features/staff/server/people/people.service.ts'
import * as calls from '#features/support/inbox.staff.contract.ts'
import { handleStaff, type StaffHandler } from '#server/http/staff/staff-handler.ts'
import type { Shop } from '#server/shop.ts'
import { isChatStaffed } from '../chat/chat.service.ts'
import { answerChat } from '../chat/chat.staff.service.ts'
import { answerTicket, closeTicket } from '../contact/contact.staff.service.ts'
import { readPicture, saveAnswerPicture } from './answer-pictures.service.ts'
import { countInbox, readInbox } from './inbox-list.service.ts'
import { assignSubject, attendChatFor, noteSubject } from './inbox-work.service.ts'
import { closeChat, readStaffChat, reopenChat } from './staff-chats.service.ts'
import { readStaffTicket, reopenTicket } from './staff-tickets.service.ts'
import {
  changeTemplate,
  countTemplate,
  createTemplate,
  deleteTemplate,
  findTemplate,
  readTemplates,
} from './templates.service.ts'

const ticket = {
  resource: ({ shop, input }: { shop: Shop; input: { number: string } }) => readStaffTicket(shop, input.number),
}
const chat = { resource: ({ shop, input }: { shop: Shop; input: { id: string } }) => readStaffChat(shop, input.id) }
const template = { resource: ({ shop, input }: { shop: Shop; input: { id: string } }) => findTemplate(shop, input.id) }

export const inboxStaffHandlers: StaffHandler[] = [
  handleStaff(calls.listInbox, ({ shop, actor, input }) => readInbox(shop, actor, input)),

  handleStaff(calls.countInbox, ({ shop, actor }) => countInbox(shop, actor)),
  handleStaff(calls.listInboxPeople, async ({ shop }) => ({ people: await listPeopleWith(shop.db, 'inbox:write') })),

  handleStaff(calls.getStaffTicket, ({ shop, input }) => readStaffTicket(shop, input.number)),
  handleStaff(
    calls.answerStaffTicket,
    async ({ shop, actor, input: { number, body, close, pictures, template: used } }) => {
      const { isNew } = await answerTicket(shop, {
        ticketNo: number,
        body,
        staffName: actor.name,
        isLast: close,
        imageIds: [...new Set(pictures)],
      })
      if (used && isNew) await countTemplate(shop.db, used)
      return readStaffTicket(shop, number)
    },
    ticket,
  ),
  handleStaff(calls.addTicketPicture, ({ shop, input: { number, file } }) =>
    saveAnswerPicture(shop, { ticketNo: number }, file),
  ),
  handleStaff(calls.getTicketPicture, ({ shop, input: { number, id } }) => readPicture(shop, { ticketNo: number }, id)),
  handleStaff(
    calls.noteTicket,
    async ({ shop, actor, input: { number, body } }) => {
      await noteSubject(shop, { ticketNo: number }, actor.name, body)
      return readStaffTicket(shop, number)
    },
    ticket,
  ),
  handleStaff(
    calls.assignTicket,
    async ({ shop, input: { number, assignee } }) => {
      await assignSubject(shop, { ticketNo: number }, assignee)
      return readStaffTicket(shop, number)
    },
    ticket,
  ),
  handleStaff(
    calls.closeStaffTicket,
    async ({ shop, input: { number } }) => {
      await closeTicket(shop, number)
      return readStaffTicket(shop, number)
    },
    ticket,
  ),
  handleStaff(
    calls.reopenTicket,
    async ({ shop, input: { number } }) => {
      await reopenTicket(shop, number)
      return readStaffTicket(shop, number)
    },
    ticket,
  ),

  handleStaff(calls.getStaffChat, ({ shop, input }) => readStaffChat(shop, input.id)),
  handleStaff(
    calls.answerStaffChat,
    async ({ shop, actor, input: { id, body, pictures, template: used } }) => {
      const imageIds = [...new Set(pictures)]
      await answerChat(shop, { conversationId: id, body, staffName: actor.name, imageIds })
      if (used) await countTemplate(shop.db, used)
      return readStaffChat(shop, id)
    },
    chat,
  ),
  handleStaff(calls.addChatPicture, ({ shop, input: { id, file } }) => saveAnswerPicture(shop, { chatId: id }, file)),
  handleStaff(calls.getChatPicture, ({ shop, input: { id, picture } }) => readPicture(shop, { chatId: id }, picture)),
  handleStaff(
    calls.noteChat,
    async ({ shop, actor, input: { id, body } }) => {
      await noteSubject(shop, { chatId: id }, actor.name, body)
      return readStaffChat(shop, id)
    },
    chat,
  ),
  handleStaff(
    calls.assignChat,
    async ({ shop, input: { id, assignee } }) => {
      await assignSubject(shop, { chatId: id }, assignee)
      return readStaffChat(shop, id)
    },
    chat,
  ),
  handleStaff(
    calls.closeChat,
    async ({ shop, input: { id } }) => {
      await closeChat(shop, id)
      return readStaffChat(shop, id)
    },
    chat,
  ),
  handleStaff(
    calls.reopenChat,
    async ({ shop, input: { id } }) => {
      await reopenChat(shop, id)
      return readStaffChat(shop, id)
    },
    chat,
  ),
  handleStaff(calls.getAttendance, async ({ shop }) => ({ is_attended: await isChatStaffed(shop.db, shop.clock) })),
  handleStaff(calls.attendChat, ({ shop, input }) => attendChatFor(shop, input.minutes)),

  handleStaff(calls.listTemplates, ({ shop, input }) => readTemplates(shop, input)),
  handleStaff(calls.getTemplate, ({ shop, input }) => findTemplate(shop, input.id)),
  handleStaff(calls.addTemplate, ({ shop, input }) => createTemplate(shop, input)),
  handleStaff(calls.editTemplate, ({ shop, input }) => changeTemplate(shop, input), template),
  handleStaff(calls.removeTemplate, ({ shop, input }) => deleteTemplate(shop, input.id), template),
]
