import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { whichRows } from '#console/list/bulk/which-rows.ts'
import { reviewsLink } from '#console/shell/console-links.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { lateFunction } from '#web/navigation/late-code.tsx'
import { readWords } from '#web/navigation/search-params.ts'

const reviewsPage = () => import('./reviews-page.tsx')

const reviewsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: reviewsLink,
  validateSearch: readWords('view', 'rank', 'state', 'has_pictures', 'is_answered', 'is_read', 'product', 'days', 'at'),
  loaderDeps: ({ search }) => whichRows(search),
  shouldReload: ({ cause }) => cause !== 'stay',
  loader: lateFunction(reviewsPage, 'loadReviews'),
  head: ({ match: { context } }) => consoleTitle(context, 'Reviews'),
  component: lazyRouteComponent(reviewsPage, 'ReviewsPage'),
  staticData: { isForSearchEngines: false, page: 'src/features/reviews/console/reviews-page.tsx' },
})

export const reviewsRoutes = [reviewsRoute]
