import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { lateFunction } from '#web/navigation/late-code.tsx'
import { pageTitle, rootRoute } from '#web/root.tsx'

const contactPage = () => import('./contact/contact-page.tsx')

const contactRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/contact-us',
  loader: lateFunction(contactPage, 'loadContact'),
  head: ({ match }) => pageTitle(match.context, msg('Contact Us')),
  component: lazyRouteComponent(contactPage, 'ContactPage'),
  pendingComponent: lazyRouteComponent(contactPage, 'ContactSkeleton'),
  staticData: { page: 'src/features/support/web/contact/contact-page.tsx', isForSearchEngines: true },
})

const ticketsPage = () => import('./tickets/tickets-page.tsx')

const ticketsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/contact-us/tickets',
  loader: lateFunction(ticketsPage, 'loadTickets'),
  head: ({ match }) => pageTitle(match.context, msg('My tickets')),
  component: lazyRouteComponent(ticketsPage, 'TicketsPage'),
  pendingComponent: lazyRouteComponent(ticketsPage, 'TicketsSkeleton'),
  staticData: { page: 'src/features/support/web/tickets/tickets-page.tsx', isForSearchEngines: false },
})

const ticketPage = () => import('./tickets/ticket-page.tsx')

const ticketRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/contact-us/tickets/$ticketId',
  loader: lateFunction(ticketPage, 'loadTicket'),
  head: ({ match }) => pageTitle(match.context, msg('Ticket')),
  component: lazyRouteComponent(ticketPage, 'TicketPage'),
  pendingComponent: lazyRouteComponent(ticketPage, 'TicketSkeleton'),
  staticData: { page: 'src/features/support/web/tickets/ticket-page.tsx', isForSearchEngines: false },
})

export const supportRoutes = [contactRoute, ticketsRoute, ticketRoute] as const
