import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { lateFunction } from '#web/navigation/late-code.tsx'
import { readWords } from '#web/navigation/search-params.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'

// `personalCenter` for who comes from the settings.
const readAddressSearch = readWords('type')

const addressBookPage = () => import('./address-book-page.tsx')

const addressBookRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/checkout/address-book',
  validateSearch: readAddressSearch,
  loader: lateFunction(addressBookPage, 'loadAddresses'),
  head: ({ match }) => pageTitle(match.context, msg('Address Book')),
  component: lazyRouteComponent(addressBookPage, 'AddressBookPage'),
  pendingComponent: lazyRouteComponent(addressBookPage, 'AddressBookSkeleton'),
  staticData: { page: 'src/features/addresses/web/address-book-page.tsx', isForSearchEngines: false },
})

export const addressesRoutes = [addressBookRoute] as const
