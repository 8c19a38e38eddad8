import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/translate.ts'
import { listAddresses } from '#features/addresses/addresses.contract.ts'
import { getEmail } from '#features/sign-in/sign-in.contract.ts'
import { pageTitle, rootRoute, type WebContext } from '#web/root.tsx'
import { readWords } from '#web/search-params.ts'
import { getTicket, listProblems, listTickets } from '../contact.contract.ts'
import { customerNameMaxLength } from '../contact.rules.ts'

export type Prefill = { email: string; name: string; isSignedIn: boolean }

/** What we know of the visitor already. A failure costs only the convenience. */
async function loadPrefill({ call, session }: WebContext): Promise<Prefill> {
  if (!session.isSignedIn()) return { email: session.email() ?? '', name: '', isSignedIn: false }
  const [email, name] = await Promise.all([
    call(getEmail, {}).then(
      (answer) => answer.email,
      () => null,
    ),
    call(listAddresses, { limit: 1 }).then(
      ([address]) => (address ? `${address.firstname} ${address.lastname}` : ''),
      () => '',
    ),
  ])
  return { email: email ?? '', name: name.trim().slice(0, customerNameMaxLength), isSignedIn: email !== null }
}

const contactRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/contact-us',
  loader: async ({ context }) => {
    const [problems, prefill] = await Promise.all([context.load(listProblems, {}), loadPrefill(context)])
    return { problems, prefill }
  },
  head: ({ match }) => pageTitle(match.context, msg('Contact Us')),
  component: lazyRouteComponent(() => import('./contact-page.tsx'), 'ContactPage'),
  pendingComponent: lazyRouteComponent(() => import('./contact-page.tsx'), 'ContactSkeleton'),
  staticData: { page: 'src/features/contact/web/contact-page.tsx', isForSearchEngines: true },
})

const ticketsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/contact-us/tickets',
  loader: ({ context }) => context.load(listTickets, {}),
  head: ({ match }) => pageTitle(match.context, msg('My tickets')),
  component: lazyRouteComponent(() => import('./tickets-page.tsx'), 'TicketsPage'),
  pendingComponent: lazyRouteComponent(() => import('./tickets-page.tsx'), 'TicketsSkeleton'),
  staticData: { page: 'src/features/contact/web/tickets-page.tsx', isForSearchEngines: false },
})

const ticketRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/contact-us/tickets/$ticketId',
  loader: ({ context, params }) => context.load(getTicket, { id: params.ticketId }),
  head: ({ match }) => pageTitle(match.context, msg('Ticket')),
  component: lazyRouteComponent(() => import('./ticket-page.tsx'), 'TicketPage'),
  pendingComponent: lazyRouteComponent(() => import('./ticket-page.tsx'), 'TicketSkeleton'),
  staticData: { page: 'src/features/contact/web/ticket-page.tsx', isForSearchEngines: false },
})

const readQuery = readWords('email', 'order_no')

const orderQueryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/order-query',
  validateSearch: readQuery,
  loader: ({ context }) => ({ email: context.session.email() ?? '' }),
  head: ({ match }) => pageTitle(match.context, msg('Tracking order')),
  component: lazyRouteComponent(() => import('./order-query-page.tsx'), 'OrderQueryPage'),
  staticData: { page: 'src/features/contact/web/order-query-page.tsx', isForSearchEngines: false },
})

export const contactRoutes = [contactRoute, ticketsRoute, ticketRoute, orderQueryRoute] as const
