import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsLinks } from '#console/settings/settings-places.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { lateFunction } from '#web/navigation/late-code.tsx'
import { readWords } from '#web/navigation/search-params.ts'

const page = () => import('./keys-and-webhooks-page.tsx')

const keysAndWebhooksRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.api,
  validateSearch: readWords('state', 'webhook', 'delivery'),
  loaderDeps: ({ search }) => search,
  loader: lateFunction(page, 'loadKeysAndWebhooks'),
  head: ({ match: { context } }) => consoleTitle(context, 'Keys and webhooks'),
  staticData: { isForSearchEngines: false, page: 'src/features/webhooks/console/keys-and-webhooks-page.tsx' },
  component: lazyRouteComponent(page, 'KeysAndWebhooksPage'),
})

export const webhookRoutes = [keysAndWebhooksRoute]
