import { createRoute } from '@tanstack/react-router'
import { figuresLink, todayLink } from '#console/shell/console-links.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { screen } from '#web/navigation/screen.ts'
import { readWords } from '#web/navigation/search-params.ts'

const todayRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: todayLink,
  validateSearch: readWords('whose', 'due'),
  loaderDeps: ({ search }) => search,
  head: ({ match: { context } }) => consoleTitle(context, 'Today'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./today-page.tsx'), { loader: 'loadToday', component: 'TodayPage' }),
})

const figuresRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: figuresLink,
  validateSearch: readWords('days'),
  loaderDeps: ({ search }) => search,
  head: ({ match: { context } }) => consoleTitle(context, 'Reports'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./figures-page.tsx'), { loader: 'loadFigures', component: 'FiguresPage' }),
})

export const figuresRoutes = [todayRoute, figuresRoute]
