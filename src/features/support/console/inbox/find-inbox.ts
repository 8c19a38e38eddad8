import { Mail } from 'lucide-react'
import { type Finder, formatStatus, maxResults } from '#console/additions.ts'
import { staffChatLink, staffTicketLink } from '#console/shell/console-links.ts'
import { listInbox } from '#features/support/inbox.staff.contract.ts'

export const inboxFinder: Finder = {
  kind: 'inbox',
  scope: 'inbox:read',
  find: async (call, q, signal) =>
    (await call(listInbox, { q, limit: maxResults }, { signal })).data.data.map((one) => ({
      icon: Mail,
      name: one.kind === 'ticket' ? `${one.number}, ${one.subject}` : `${one.from}: ${one.subject}`,
      detail: formatStatus(one.state),
      href: one.kind === 'ticket' ? staffTicketLink(one.number) : staffChatLink(one.number),
    })),
}
