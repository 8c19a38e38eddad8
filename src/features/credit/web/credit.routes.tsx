import { createRoute } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { screen } from '#web/navigation/screen.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'

const creditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/credit',
  head: ({ match }) => pageTitle(match.context, msg('Store credit')),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./credit-page.tsx'), { loader: 'loadCredit', component: 'CreditPage' }),
})

export const creditRoutes = [creditRoute] as const
