import { createRoute } from '@tanstack/react-router'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { screen } from '#web/navigation/screen.ts'

const shopRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.shop,
  head: ({ match: { context } }) => consoleTitle(context, 'Shop details'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./shop-page.tsx'), { loader: 'loadShop', component: 'ShopPage' }),
})

const failedMailsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.mails,
  head: ({ match: { context } }) => consoleTitle(context, 'Failed emails'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./failed-mails-page.tsx'), { loader: 'loadFailedMails', component: 'FailedMailsPage' }),
})

export const shopSettingsRoutes = [shopRoute, failedMailsRoute]
