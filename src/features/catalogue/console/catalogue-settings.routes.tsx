import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsLinks } from '#console/settings/settings-places.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { lateFunction } from '#web/navigation/late-code.tsx'

const moneyPage = () => import('./money/money-page.tsx')
const shoeSizesPage = () => import('./sizes/shoe-sizes-page.tsx')

const moneyRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.money,
  loader: lateFunction(moneyPage, 'loadMoney'),
  head: ({ match: { context } }) => consoleTitle(context, 'Languages and money'),
  staticData: { isForSearchEngines: false, page: 'src/features/catalogue/console/money/money-page.tsx' },
  component: lazyRouteComponent(moneyPage, 'MoneyPage'),
})

const shoeSizesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.shoeSizes,
  loader: lateFunction(shoeSizesPage, 'loadShoeSizes'),
  head: ({ match: { context } }) => consoleTitle(context, 'Shoe sizes'),
  staticData: { isForSearchEngines: false, page: 'src/features/catalogue/console/sizes/shoe-sizes-page.tsx' },
  component: lazyRouteComponent(shoeSizesPage, 'ShoeSizesPage'),
})

export const catalogueSettingsRoutes = [moneyRoute, shoeSizesRoute]
