import { defineCommand, parseLimit, parseText, type StaffCommands, UsageError } from '#server/cli/command.ts'
import { printLine, printTable, printTime, quote, shorten } from '#server/cli/print.ts'
import { refuse } from '#server/http/refuse.ts'
import { answerChat, listWaitingChats, readChatLines } from './server/chat/chat.staff.service.ts'

const list = defineCommand({
  verb: 'chats',
  alias: 'chat',
  usage: '[--limit 50]',
  options: { limit: { type: 'string' } },
  async run(shop, { options }) {
    const rows = await listWaitingChats(shop, parseLimit(options.limit))
    if (rows.length === 0) return 'No open chats.'
    return printTable(
      ['Chat', 'Since', 'From', 'Last message'],
      rows.map((chat) => [chat.conversationId, printTime(chat.waitingSince), chat.who, shorten(chat.lastMessage)]),
    )
  },
})

const show = defineCommand({
  verb: 'show',
  usage: '<chat>',
  takes: 'chat',
  async run(shop, { rest: [conversationId] }) {
    if (!conversationId)
      throw new UsageError('Enter the number of an order (HB…), return (RT…) or ticket (TK…), or the id of a chat.')
    const lines = await readChatLines(shop, conversationId)
    if (lines.length === 0) throw refuse('not_found', { message: 'There is no such chat.' })
    const said = lines.map(({ at, name, body }) => `${printLine(`${printTime(at)}  ${name}:`)}\n${quote(body)}`)
    return [...said, '', 'Possible now: answer.'].join('\n')
  },
})

const answer = defineCommand({
  verb: 'answer',
  usage: '<chat> <text> [--name Ingrid]',
  options: { name: { type: 'string' } },
  takes: 'chat',
  async run(shop, { rest, options }) {
    const [conversationId] = rest
    if (!conversationId) throw new UsageError('Enter the number of the ticket (TK…) or the id of the chat.')
    const staffName = options.name ?? 'The Harbor team'
    await answerChat(shop, { conversationId, body: parseText(rest, 'the answer'), staffName })
    return 'The answer was sent.'
  },
})

export const chatCommands: StaffCommands = { heading: 'Chats', list, showsWaitingWork: true, commands: [show, answer] }
