import { createRoute } from '@tanstack/react-router'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { screen } from '#web/navigation/screen.ts'
import { readWords } from '#web/navigation/search-params.ts'

const shippingRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.shipping,
  head: ({ match: { context } }) => consoleTitle(context, 'Shipping'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./shipping-page.tsx'), { loader: 'loadShipping', component: 'ShippingPage' }),
})

const marketsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.markets,
  validateSearch: readWords('country'),
  head: ({ match: { context } }) => consoleTitle(context, 'Markets'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./markets-page.tsx'), { loader: 'loadMarkets', component: 'MarketsPage' }),
})

const marketRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: `${settingsLinks.markets}/$id`,
  head: ({ match: { context } }) => consoleTitle(context, 'Market'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./market-page.tsx'), { loader: 'loadMarket', component: 'MarketPage' }),
})

export const shippingRoutes = [shippingRoute, marketsRoute, marketRoute]
