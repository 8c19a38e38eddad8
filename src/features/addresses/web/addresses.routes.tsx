import { createRoute } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { screen } from '#web/navigation/screen.ts'
import { readWords } from '#web/navigation/search-params.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'

// `personalCenter` if the visitor comes from the settings.
const readAddressSearch = readWords('type')

const addressBookRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/checkout/address-book',
  validateSearch: readAddressSearch,
  head: ({ match }) => pageTitle(match.context, msg('Address Book')),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./address-book-page.tsx'), {
    loader: 'loadAddresses',
    component: 'AddressBookPage',
    pendingComponent: 'AddressBookSkeleton',
  }),
})

export const addressesRoutes = [addressBookRoute] as const
