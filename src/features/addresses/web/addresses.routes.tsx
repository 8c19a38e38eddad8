import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/translate.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'
import { readWords } from '#web/search-params.ts'
import { listAddresses } from '../addresses.contract.ts'

// `personalCenter` for who comes from the settings.
const readAddressSearch = readWords('type')

const addressBookRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/checkout/address-book',
  validateSearch: readAddressSearch,
  loader: ({ context }) => context.load(listAddresses, {}),
  head: ({ match }) => pageTitle(match.context, msg('Address Book')),
  component: lazyRouteComponent(() => import('./address-book-page.tsx'), 'AddressBookPage'),
  pendingComponent: lazyRouteComponent(() => import('./address-book-page.tsx'), 'AddressBookSkeleton'),
  staticData: { page: 'src/features/addresses/web/address-book-page.tsx', isForSearchEngines: false },
})

export const addressesRoutes = [addressBookRoute] as const
