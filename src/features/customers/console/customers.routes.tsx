import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { whichRows } from '#console/list/bulk/which-rows.ts'
import { customersLink, guestsLink } from '#console/shell/console-links.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { lateFunction } from '#web/navigation/late-code.tsx'
import { readWords } from '#web/navigation/search-params.ts'

const customersPage = () => import('./list/customers-page.tsx')
const customerPage = () => import('./customer/customer-page.tsx')

const customersRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: customersLink,
  validateSearch: readWords(
    ...[
      'q',
      'country',
      'language',
      'is_subscribed',
      'orders',
      'spent_from',
      'returned_from',
      'new_days',
      'asks_erasing',
    ],
    ...['at', 'peek', 'columns'],
  ),
  loaderDeps: ({ search }) => whichRows(search),
  shouldReload: ({ cause }) => cause !== 'stay',
  loader: lateFunction(customersPage, 'loadCustomers'),
  head: ({ match: { context } }) => consoleTitle(context, 'Customers'),
  component: lazyRouteComponent(customersPage, 'CustomersPage'),
  staticData: { isForSearchEngines: false, page: 'src/features/customers/console/list/customers-page.tsx' },
})

const guestsPage = () => import('./list/guests-page.tsx')

const guestsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: guestsLink,
  validateSearch: readWords('q', 'at'),
  loaderDeps: ({ search }) => whichRows(search),
  shouldReload: ({ cause }) => cause !== 'stay',
  loader: lateFunction(guestsPage, 'loadGuests'),
  head: ({ match: { context } }) => consoleTitle(context, 'Guests'),
  component: lazyRouteComponent(guestsPage, 'GuestsPage'),
  staticData: { isForSearchEngines: false, page: 'src/features/customers/console/list/guests-page.tsx' },
})

const customerRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: `${customersLink}/$id`,
  validateSearch: readWords('tab'),
  loader: lateFunction(customerPage, 'loadCustomer'),
  head: ({ match: { context } }) => consoleTitle(context, 'Customer'),
  component: lazyRouteComponent(customerPage, 'CustomerPage'),
  staticData: { isForSearchEngines: false, page: 'src/features/customers/console/customer/customer-page.tsx' },
})

export const customersRoutes = [customersRoute, guestsRoute, customerRoute]
