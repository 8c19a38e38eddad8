import { createRoute } from '@tanstack/react-router'
import { importsLink } from '#console/shell/console-links.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { screen } from '#web/navigation/screen.ts'
import { readWords } from '#web/navigation/search-params.ts'

const importsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: importsLink,
  head: ({ match: { context } }) => consoleTitle(context, 'Import and export'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./imports-page.tsx'), { loader: 'loadImports', component: 'ImportsPage' }),
})

const importRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: `${importsLink}/$id`,
  validateSearch: readWords('outcome'),
  loaderDeps: ({ search }) => search,
  head: ({ match: { context } }) => consoleTitle(context, 'Import'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./import-page.tsx'), { loader: 'loadImport', component: 'ImportPage' }),
})

export const importRoutes = [importsRoute, importRoute]
