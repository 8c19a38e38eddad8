import { createRoute } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { screen } from '#web/navigation/screen.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  head: ({ match }) => pageTitle(match.context, msg('Account')),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./account-page.tsx'), {
    loader: 'loadAccount',
    component: 'AccountPage',
    pendingComponent: 'AccountSkeleton',
  }),
})

export const accountRoutes = [accountRoute] as const
