import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { whichRows } from '#console/list/bulk/which-rows.ts'
import { newWidgetLink, widgetsLink } from '#console/shell/console-links.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { lateFunction } from '#web/navigation/late-code.tsx'
import { readWords } from '#web/navigation/search-params.ts'

const widgetsPage = () => import('./widgets-page.tsx')
const widgetPage = () => import('./widget-page.tsx')
const newWidgetPage = () => import('./new-widget-page.tsx')

const widgetsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: widgetsLink,
  validateSearch: readWords('at'),
  loaderDeps: ({ search }) => whichRows(search),
  loader: lateFunction(widgetsPage, 'loadWidgets'),
  head: ({ match: { context } }) => consoleTitle(context, 'Widgets'),
  component: lazyRouteComponent(widgetsPage, 'WidgetsPage'),
  staticData: { isForSearchEngines: false, page: 'src/features/coupons/console/widgets/widgets-page.tsx' },
})

const newWidgetRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: newWidgetLink,
  validateSearch: readWords('from'),
  loaderDeps: ({ search }) => search,
  loader: lateFunction(newWidgetPage, 'loadNewWidget'),
  head: ({ match: { context } }) => consoleTitle(context, 'New widget'),
  component: lazyRouteComponent(newWidgetPage, 'NewWidgetPage'),
  staticData: { isForSearchEngines: false, page: 'src/features/coupons/console/widgets/new-widget-page.tsx' },
})

const widgetRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: `${widgetsLink}/$id`,
  loader: lateFunction(widgetPage, 'loadWidget'),
  head: ({ match: { context }, params }) => consoleTitle(context, `Widget ${params.id}`),
  component: lazyRouteComponent(widgetPage, 'WidgetPage'),
  staticData: { isForSearchEngines: false, page: 'src/features/coupons/console/widgets/widget-page.tsx' },
})

export const widgetRoutes = [widgetsRoute, newWidgetRoute, widgetRoute]
