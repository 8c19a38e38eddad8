import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { figuresLink, todayLink } from '#console/shell/console-links.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { lateFunction } from '#web/navigation/late-code.tsx'
import { readWords } from '#web/navigation/search-params.ts'

const figuresPage = () => import('./figures-page.tsx')
const todayPage = () => import('./today-page.tsx')

const todayRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: todayLink,
  validateSearch: readWords('whose', 'due'),
  loaderDeps: ({ search }) => search,
  loader: lateFunction(todayPage, 'loadToday'),
  head: ({ match: { context } }) => consoleTitle(context, 'Today'),
  staticData: { isForSearchEngines: false, page: 'src/features/dashboard/console/today-page.tsx' },
  component: lazyRouteComponent(todayPage, 'TodayPage'),
})

const figuresRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: figuresLink,
  validateSearch: readWords('days'),
  loaderDeps: ({ search }) => search,
  loader: lateFunction(figuresPage, 'loadFigures'),
  head: ({ match: { context } }) => consoleTitle(context, 'Figures'),
  staticData: { isForSearchEngines: false, page: 'src/features/dashboard/console/figures-page.tsx' },
  component: lazyRouteComponent(figuresPage, 'FiguresPage'),
})

export const figuresRoutes = [todayRoute, figuresRoute]
