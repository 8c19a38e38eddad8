import { createRoute } from '@tanstack/react-router'
import { inboxLink } from '#console/shell/console-links.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { screen } from '#web/navigation/screen.ts'
import { readWords } from '#web/navigation/search-params.ts'

const threadPage = () => import('./thread-page.tsx')

/** The queue stays beside the open ticket or chat. */
const inboxRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: inboxLink,
  validateSearch: readWords('state', 'kind', 'assignee', 'due', 'q'),
  loaderDeps: ({ search }) => search,
  head: ({ match: { context } }) => consoleTitle(context, 'Inbox'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./inbox-page.tsx'), { loader: 'loadInbox', component: 'InboxPage' }),
})

const ticketRoute = createRoute({
  getParentRoute: () => inboxRoute,
  path: 'tickets/$number',
  head: ({ match: { context }, params }) => consoleTitle(context, params.number),
  staticData: { isForSearchEngines: false },
  ...screen(threadPage, { loader: 'loadTicket', component: 'TicketPage' }),
})

const chatRoute = createRoute({
  getParentRoute: () => inboxRoute,
  path: 'chats/$id',
  head: ({ match: { context } }) => consoleTitle(context, 'Chat'),
  staticData: { isForSearchEngines: false },
  ...screen(threadPage, { loader: 'loadChat', component: 'ChatPage' }),
})

export const inboxRoutes = [inboxRoute.addChildren([ticketRoute, chatRoute])]
