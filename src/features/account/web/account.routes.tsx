import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/translate.ts'
import { loadOptional } from '#web/load-optional.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'
import { getAccountSummary } from '../account.contract.ts'

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  loader: ({ context }) => loadOptional(context, 'summary', (load) => load(getAccountSummary, {})),
  head: ({ match }) => pageTitle(match.context, msg('Account')),
  component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
  pendingComponent: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountSkeleton'),
  staticData: { page: 'src/features/account/web/account-page.tsx', isForSearchEngines: false },
})

export const accountRoutes = [accountRoute] as const
