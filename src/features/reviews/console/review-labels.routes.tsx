import { createRoute } from '@tanstack/react-router'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { screen } from '#web/navigation/screen.ts'

const reviewLabelsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.reviewLabels,
  head: ({ match: { context } }) => consoleTitle(context, 'Review labels'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./review-labels-page.tsx'), { loader: 'loadReviewLabels', component: 'ReviewLabelsPage' }),
})

export const reviewLabelRoutes = [reviewLabelsRoute]
