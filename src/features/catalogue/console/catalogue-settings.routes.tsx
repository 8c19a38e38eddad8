import { createRoute } from '@tanstack/react-router'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { screen } from '#web/navigation/screen.ts'

const moneyRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.money,
  head: ({ match: { context } }) => consoleTitle(context, 'Language and currency'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./money/money-page.tsx'), { loader: 'loadMoney', component: 'MoneyPage' }),
})

const shoeSizesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.shoeSizes,
  head: ({ match: { context } }) => consoleTitle(context, 'Shoe sizes'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./sizes/shoe-sizes-page.tsx'), { loader: 'loadShoeSizes', component: 'ShoeSizesPage' }),
})

export const catalogueSettingsRoutes = [moneyRoute, shoeSizesRoute]
