import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsLinks } from '#console/settings/settings-places.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { lateFunction } from '#web/navigation/late-code.tsx'
import { readWords } from '#web/navigation/search-params.ts'

const peoplePage = () => import('./people/people-page.tsx')
const auditPage = () => import('./audit/audit-page.tsx')

const peopleRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.staff,
  loader: lateFunction(peoplePage, 'loadPeople'),
  head: ({ match: { context } }) => consoleTitle(context, 'Staff and roles'),
  staticData: { isForSearchEngines: false, page: 'src/features/staff/console/people/people-page.tsx' },
  component: lazyRouteComponent(peoplePage, 'PeoplePage'),
})

const auditRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.audit,
  validateSearch: readWords('q', 'actor', 'area', 'can_undo', 'from', 'to'),
  loaderDeps: ({ search }) => search,
  loader: lateFunction(auditPage, 'loadAudit'),
  head: ({ match: { context } }) => consoleTitle(context, 'Audit log'),
  staticData: { isForSearchEngines: false, page: 'src/features/staff/console/audit/audit-page.tsx' },
  component: lazyRouteComponent(auditPage, 'AuditPage'),
})

export const staffSettingsRoutes = [peopleRoute, auditRoute]
