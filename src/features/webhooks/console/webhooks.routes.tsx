import { createRoute } from '@tanstack/react-router'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { screen } from '#web/navigation/screen.ts'
import { readWords } from '#web/navigation/search-params.ts'

const page = () => import('./keys-and-webhooks-page.tsx')

const keysAndWebhooksRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.api,
  validateSearch: readWords('state', 'webhook', 'delivery'),
  loaderDeps: ({ search }) => search,
  head: ({ match: { context } }) => consoleTitle(context, 'API keys and webhooks'),
  staticData: { isForSearchEngines: false },
  ...screen(page, { loader: 'loadKeysAndWebhooks', component: 'KeysAndWebhooksPage' }),
})

export const webhookRoutes = [keysAndWebhooksRoute]
