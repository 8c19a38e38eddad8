import { createRoute } from '@tanstack/react-router'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { screen } from '#web/navigation/screen.ts'
import { readWords } from '#web/navigation/search-params.ts'

const peopleRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.staff,
  head: ({ match: { context } }) => consoleTitle(context, 'Staff and roles'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./people/people-page.tsx'), { loader: 'loadPeople', component: 'PeoplePage' }),
})

const auditRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.audit,
  validateSearch: readWords('q', 'actor', 'area', 'can_undo', 'from', 'to'),
  loaderDeps: ({ search }) => search,
  head: ({ match: { context } }) => consoleTitle(context, 'Audit log'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./audit/audit-page.tsx'), { loader: 'loadAudit', component: 'AuditPage' }),
})

export const staffSettingsRoutes = [peopleRoute, auditRoute]
