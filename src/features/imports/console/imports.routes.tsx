import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { importsLink } from '#console/shell/console-links.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { lateFunction } from '#web/navigation/late-code.tsx'
import { readWords } from '#web/navigation/search-params.ts'

const importsPage = () => import('./imports-page.tsx')
const importPage = () => import('./import-page.tsx')

const importsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: importsLink,
  loader: lateFunction(importsPage, 'loadImports'),
  head: ({ match: { context } }) => consoleTitle(context, 'Import and export'),
  component: lazyRouteComponent(importsPage, 'ImportsPage'),
  staticData: { isForSearchEngines: false, page: 'src/features/imports/console/imports-page.tsx' },
})

const importRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: `${importsLink}/$id`,
  validateSearch: readWords('outcome'),
  loaderDeps: ({ search }) => search,
  loader: lateFunction(importPage, 'loadImport'),
  head: ({ match: { context } }) => consoleTitle(context, 'Import'),
  component: lazyRouteComponent(importPage, 'ImportPage'),
  staticData: { isForSearchEngines: false, page: 'src/features/imports/console/import-page.tsx' },
})

export const importRoutes = [importsRoute, importRoute]
