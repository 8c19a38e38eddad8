import { createRoute } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { screen } from '#web/navigation/screen.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'

const contactRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/contact-us',
  head: ({ match }) => pageTitle(match.context, msg('Contact Us')),
  staticData: { isForSearchEngines: true },
  ...screen(() => import('./contact/contact-page.tsx'), {
    loader: 'loadContact',
    component: 'ContactPage',
    pendingComponent: 'ContactSkeleton',
  }),
})

const ticketsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/contact-us/tickets',
  head: ({ match }) => pageTitle(match.context, msg('My tickets')),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./tickets/tickets-page.tsx'), {
    loader: 'loadTickets',
    component: 'TicketsPage',
    pendingComponent: 'TicketsSkeleton',
  }),
})

const ticketRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/contact-us/tickets/$ticketId',
  head: ({ match }) => pageTitle(match.context, msg('Ticket')),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./tickets/ticket-page.tsx'), {
    loader: 'loadTicket',
    component: 'TicketPage',
    pendingComponent: 'TicketSkeleton',
  }),
})

export const supportRoutes = [contactRoute, ticketsRoute, ticketRoute] as const
