import { createRoute } from '@tanstack/react-router'
import { pickRowParameters } from '#console/list/bulk/row-parameters.ts'
import { reviewsLink } from '#console/shell/console-links.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { screen } from '#web/navigation/screen.ts'
import { readWords } from '#web/navigation/search-params.ts'

const reviewsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: reviewsLink,
  validateSearch: readWords('view', 'rank', 'state', 'has_pictures', 'is_answered', 'is_read', 'product', 'days', 'at'),
  loaderDeps: ({ search }) => pickRowParameters(search),
  shouldReload: ({ cause }) => cause !== 'stay',
  head: ({ match: { context } }) => consoleTitle(context, 'Reviews'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./reviews-page.tsx'), { loader: 'loadReviews', component: 'ReviewsPage' }),
})

export const reviewsRoutes = [reviewsRoute]
