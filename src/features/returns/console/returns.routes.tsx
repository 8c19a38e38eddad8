import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { whichRows } from '#console/list/bulk/which-rows.ts'
import { returnsLink } from '#console/shell/console-links.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { lateFunction } from '#web/navigation/late-code.tsx'
import { readWords } from '#web/navigation/search-params.ts'

const returnsPage = () => import('./list/returns-page.tsx')
const returnPage = () => import('./return/return-page.tsx')

const returnsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: returnsLink,
  validateSearch: readWords('view', 'status', 'reason', 'sku', 'assignee', 'rate_from', 'q', 'at', 'peek', 'columns'),
  loaderDeps: ({ search }) => whichRows(search),
  shouldReload: ({ cause }) => cause !== 'stay',
  loader: lateFunction(returnsPage, 'loadReturns'),
  head: ({ match: { context } }) => consoleTitle(context, 'Returns'),
  component: lazyRouteComponent(returnsPage, 'ReturnsPage'),
  staticData: { isForSearchEngines: false, page: 'src/features/returns/console/list/returns-page.tsx' },
})

const returnRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: `${returnsLink}/$number`,
  validateSearch: readWords('list'),
  loaderDeps: ({ search }) => search,
  loader: lateFunction(returnPage, 'loadReturn'),
  head: ({ match: { context }, params }) => consoleTitle(context, params.number),
  component: lazyRouteComponent(returnPage, 'ReturnPage'),
  staticData: { isForSearchEngines: false, page: 'src/features/returns/console/return/return-page.tsx' },
})

export const returnsRoutes = [returnsRoute, returnRoute]
