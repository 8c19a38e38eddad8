import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { pageTitle, rootRoute } from '#web/root.tsx'
import { listAddresses } from '../address.contract.ts'
import { AddressBookSkeleton } from './address-skeleton.tsx'

const addressBookRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/checkout/address-book',
  // `personalCenter` for who comes from the settings.
  validateSearch: z.object({ type: z.catch(z.optional(z.string()), undefined) }),
  loader: ({ context }) => context.load(listAddresses, {}),
  head: ({ match }) => pageTitle(match.context, 'Address Book'),
  component: lazyRouteComponent(() => import('./address-book-page.tsx'), 'AddressBookPage'),
  pendingComponent: AddressBookSkeleton,
  staticData: { page: 'src/features/account/web/address-book-page.tsx' },
})

export const addressRoutes = [addressBookRoute] as const
