import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { lateFunction } from '#web/navigation/late-code.tsx'
import { pageTitle, rootRoute } from '#web/root.tsx'

const creditPage = () => import('./credit-page.tsx')

const creditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/credit',
  loader: lateFunction(creditPage, 'loadCredit'),
  head: ({ match }) => pageTitle(match.context, msg('Store credit')),
  component: lazyRouteComponent(creditPage, 'CreditPage'),
  staticData: { page: 'src/features/credit/web/credit-page.tsx', isForSearchEngines: false },
})

export const creditRoutes = [creditRoute] as const
