import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsLinks } from '#console/settings/settings-places.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { lateFunction } from '#web/navigation/late-code.tsx'

const shippingPage = () => import('./shipping-page.tsx')

const shippingRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.shipping,
  loader: lateFunction(shippingPage, 'loadShipping'),
  head: ({ match: { context } }) => consoleTitle(context, 'Shipping'),
  staticData: { isForSearchEngines: false, page: 'src/features/orders/console/shipping/shipping-page.tsx' },
  component: lazyRouteComponent(shippingPage, 'ShippingPage'),
})

export const shippingRoutes = [shippingRoute]
