import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsLinks } from '#console/settings/settings-places.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { lateFunction } from '#web/navigation/late-code.tsx'

const templatesPage = () => import('./templates-page.tsx')

const templatesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.templates,
  loader: lateFunction(templatesPage, 'loadTemplates'),
  head: ({ match: { context } }) => consoleTitle(context, 'Answer templates'),
  staticData: { isForSearchEngines: false, page: 'src/features/support/console/templates/templates-page.tsx' },
  component: lazyRouteComponent(templatesPage, 'TemplatesPage'),
})

export const templateRoutes = [templatesRoute]
