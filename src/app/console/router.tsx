import { createRouter } from '@tanstack/react-router'
import type { ConsoleContext } from '#console/console-context.ts'
import { ConsoleErrorPage, ConsoleNotFoundPage } from '#console/error-pages.tsx'
import { frameRoute } from '#console/frame.routes.tsx'
import { consoleRoot } from '#console/root.tsx'
import { settingsRoutes } from '#console/settings/settings.routes.tsx'
import { moneyRoutes } from '#features/catalogue/console/money.routes.tsx'
import { todayRoutes } from '#features/figures/console/today.routes.tsx'
import { inboxRoutes } from '#features/inbox/console/inbox.routes.tsx'
import { shippingRoutes } from '#features/orders/console/shipping.routes.tsx'
import { shopSettingsRoutes } from '#features/settings/console/settings.routes.tsx'
import { parseSearch, stringifySearch } from '#web/search-params.ts'

/** Every screen of the console, in one list. */
const routeTree = consoleRoot.addChildren([
  frameRoute.addChildren([
    ...todayRoutes,
    ...inboxRoutes,
    ...settingsRoutes,
    ...shopSettingsRoutes,
    ...moneyRoutes,
    ...shippingRoutes,
  ]),
])

export function createConsoleRouter(context: ConsoleContext, nonce?: string) {
  return createRouter({
    routeTree,
    context,
    ...(nonce && { ssr: { nonce } }),
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultNotFoundComponent: ConsoleNotFoundPage,
    defaultErrorComponent: ConsoleErrorPage,
    defaultPendingMs: 150,
    defaultPendingMinMs: 300,
  })
}
