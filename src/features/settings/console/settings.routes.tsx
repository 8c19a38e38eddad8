import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsLinks } from '#console/settings/settings-places.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { lateFunction } from '#web/navigation/late-code.tsx'

const failedMailsPage = () => import('./failed-mails-page.tsx')
const shopPage = () => import('./shop-page.tsx')

const shopRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.shop,
  loader: lateFunction(shopPage, 'loadShop'),
  head: ({ match: { context } }) => consoleTitle(context, 'Shop details'),
  staticData: { isForSearchEngines: false, page: 'src/features/settings/console/shop-page.tsx' },
  component: lazyRouteComponent(shopPage, 'ShopPage'),
})

const failedMailsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.mails,
  loader: lateFunction(failedMailsPage, 'loadFailedMails'),
  head: ({ match: { context } }) => consoleTitle(context, 'Failed mails'),
  staticData: { isForSearchEngines: false, page: 'src/features/settings/console/failed-mails-page.tsx' },
  component: lazyRouteComponent(failedMailsPage, 'FailedMailsPage'),
})

export const shopSettingsRoutes = [shopRoute, failedMailsRoute]
