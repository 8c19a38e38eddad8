import { createRoute } from '@tanstack/react-router'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { startLink } from '#console/shell/console-links.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { screen } from '#web/navigation/screen.ts'
import { readWords } from '#web/navigation/search-params.ts'

const setupRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: startLink,
  head: ({ match: { context } }) => consoleTitle(context, 'Open your shop'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./setup-page.tsx'), { loader: 'loadSetup', component: 'SetupPage' }),
})

const mailsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.letters,
  validateSearch: readWords('kind', 'language'),
  loaderDeps: ({ search }) => search,
  head: ({ match: { context } }) => consoleTitle(context, 'Emails'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./mails-page.tsx'), { loader: 'loadMails', component: 'MailsPage' }),
})

export const setupRoutes = [setupRoute, mailsRoute]
