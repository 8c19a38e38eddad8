import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsLinks } from '#console/settings/settings-places.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { lateFunction } from '#web/navigation/late-code.tsx'

const reviewLabelsPage = () => import('./review-labels-page.tsx')

const reviewLabelsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.reviewLabels,
  loader: lateFunction(reviewLabelsPage, 'loadReviewLabels'),
  head: ({ match: { context } }) => consoleTitle(context, 'Review labels'),
  staticData: { isForSearchEngines: false, page: 'src/features/reviews/console/review-labels-page.tsx' },
  component: lazyRouteComponent(reviewLabelsPage, 'ReviewLabelsPage'),
})

export const reviewLabelRoutes = [reviewLabelsRoute]
