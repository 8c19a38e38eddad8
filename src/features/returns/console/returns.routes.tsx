import { createRoute } from '@tanstack/react-router'
import { pickRowParameters } from '#console/list/bulk/row-parameters.ts'
import { returnsLink } from '#console/shell/console-links.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { screen } from '#web/navigation/screen.ts'
import { readWords } from '#web/navigation/search-params.ts'

const returnsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: returnsLink,
  validateSearch: readWords('view', 'status', 'reason', 'sku', 'assignee', 'rate_from', 'q', 'at', 'peek', 'columns'),
  loaderDeps: ({ search }) => pickRowParameters(search),
  shouldReload: ({ cause }) => cause !== 'stay',
  head: ({ match: { context } }) => consoleTitle(context, 'Returns'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./list/returns-page.tsx'), { loader: 'loadReturns', component: 'ReturnsPage' }),
})

const returnRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: `${returnsLink}/$number`,
  validateSearch: readWords('list'),
  loaderDeps: ({ search }) => search,
  head: ({ match: { context }, params }) => consoleTitle(context, params.number),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./return/return-page.tsx'), { loader: 'loadReturn', component: 'ReturnPage' }),
})

export const returnsRoutes = [returnsRoute, returnRoute]
