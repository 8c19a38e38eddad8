import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { inboxLink } from '#console/shell/console-links.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { lateFunction } from '#web/navigation/late-code.tsx'
import { readWords } from '#web/navigation/search-params.ts'

const inboxPage = () => import('./inbox-page.tsx')
const threadPage = () => import('./thread-page.tsx')

/** The queue stays beside whichever ticket or chat is open. */
const inboxRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: inboxLink,
  validateSearch: readWords('state', 'kind', 'assignee', 'due', 'q'),
  loaderDeps: ({ search }) => search,
  loader: lateFunction(inboxPage, 'loadInbox'),
  head: ({ match: { context } }) => consoleTitle(context, 'Inbox'),
  component: lazyRouteComponent(inboxPage, 'InboxPage'),
  staticData: { isForSearchEngines: false, page: 'src/features/support/console/inbox/inbox-page.tsx' },
})

const ticketRoute = createRoute({
  getParentRoute: () => inboxRoute,
  path: 'tickets/$number',
  loader: lateFunction(threadPage, 'loadTicket'),
  head: ({ match: { context }, params }) => consoleTitle(context, params.number),
  component: lazyRouteComponent(threadPage, 'TicketPage'),
  staticData: { isForSearchEngines: false, page: 'src/features/support/console/inbox/thread-page.tsx' },
})

const chatRoute = createRoute({
  getParentRoute: () => inboxRoute,
  path: 'chats/$id',
  loader: lateFunction(threadPage, 'loadChat'),
  head: ({ match: { context } }) => consoleTitle(context, 'Chat'),
  component: lazyRouteComponent(threadPage, 'ChatPage'),
  staticData: { isForSearchEngines: false, page: 'src/features/support/console/inbox/thread-page.tsx' },
})

export const inboxRoutes = [inboxRoute.addChildren([ticketRoute, chatRoute])]
