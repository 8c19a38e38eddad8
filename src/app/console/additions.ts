import type { ConsoleAdditions } from '#console/additions.ts'
import { noteOrder } from '#features/orders/order-commands.staff.contract.ts'
import { noteReturn } from '#features/returns/return-commands.staff.contract.ts'
import { ChatSwitch } from '#features/support/console/inbox/chat-switch.tsx'
import { noteChat, noteTicket } from '#features/support/inbox.staff.contract.ts'

/** The parts of features that the console's frame shows. */
export const additions: ConsoleAdditions = {
  loadFinders: async () => (await import('./finders.ts')).finders,
  notes: { order: noteOrder, return: noteReturn, ticket: noteTicket, chat: noteChat },
  memberAreaParts: [{ scope: 'inbox:write', Part: ChatSwitch }],
}
