import { createRoute } from '@tanstack/react-router'
import { pickRowParameters } from '#console/list/bulk/row-parameters.ts'
import { newWidgetLink, widgetsLink } from '#console/shell/console-links.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { screen } from '#web/navigation/screen.ts'
import { readWords } from '#web/navigation/search-params.ts'

const widgetsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: widgetsLink,
  validateSearch: readWords('at'),
  loaderDeps: ({ search }) => pickRowParameters(search),
  head: ({ match: { context } }) => consoleTitle(context, 'Widgets'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./widgets-page.tsx'), { loader: 'loadWidgets', component: 'WidgetsPage' }),
})

const newWidgetRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: newWidgetLink,
  validateSearch: readWords('from'),
  loaderDeps: ({ search }) => search,
  head: ({ match: { context } }) => consoleTitle(context, 'New widget'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./new-widget-page.tsx'), { loader: 'loadNewWidget', component: 'NewWidgetPage' }),
})

const widgetRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: `${widgetsLink}/$id`,
  head: ({ match: { context }, params }) => consoleTitle(context, `Widget ${params.id}`),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./widget-page.tsx'), { loader: 'loadWidget', component: 'WidgetPage' }),
})

export const widgetRoutes = [widgetsRoute, newWidgetRoute, widgetRoute]
