import { createRoute } from '@tanstack/react-router'
import { pickRowParameters } from '#console/list/bulk/row-parameters.ts'
import { customersLink, guestsLink } from '#console/shell/console-links.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { screen } from '#web/navigation/screen.ts'
import { readWords } from '#web/navigation/search-params.ts'

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
  loaderDeps: ({ search }) => pickRowParameters(search),
  shouldReload: ({ cause }) => cause !== 'stay',
  head: ({ match: { context } }) => consoleTitle(context, 'Customers'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./list/customers-page.tsx'), { loader: 'loadCustomers', component: 'CustomersPage' }),
})

const guestsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: guestsLink,
  validateSearch: readWords('q', 'at'),
  loaderDeps: ({ search }) => pickRowParameters(search),
  shouldReload: ({ cause }) => cause !== 'stay',
  head: ({ match: { context } }) => consoleTitle(context, 'Guests'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./list/guests-page.tsx'), { loader: 'loadGuests', component: 'GuestsPage' }),
})

const customerRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: `${customersLink}/$id`,
  validateSearch: readWords('tab'),
  head: ({ match: { context } }) => consoleTitle(context, 'Customer'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./customer/customer-page.tsx'), { loader: 'loadCustomer', component: 'CustomerPage' }),
})

export const customersRoutes = [customersRoute, guestsRoute, customerRoute]
