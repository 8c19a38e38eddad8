import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { lateFunction } from '#web/navigation/late-code.tsx'
import { pageTitle, rootRoute } from '#web/root.tsx'

const accountPage = () => import('./account-page.tsx')

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  loader: lateFunction(accountPage, 'loadAccount'),
  head: ({ match }) => pageTitle(match.context, msg('Account')),
  component: lazyRouteComponent(accountPage, 'AccountPage'),
  pendingComponent: lazyRouteComponent(accountPage, 'AccountSkeleton'),
  staticData: { page: 'src/features/account/web/account-page.tsx', isForSearchEngines: false },
})

export const accountRoutes = [accountRoute] as const
