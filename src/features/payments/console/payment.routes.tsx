import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsLinks } from '#console/settings/settings-places.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { lateFunction } from '#web/navigation/late-code.tsx'

const page = () => import('./payment-page.tsx')

const paymentRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.payment,
  loader: lateFunction(page, 'loadPayment'),
  head: ({ match: { context } }) => consoleTitle(context, 'Payment'),
  staticData: { isForSearchEngines: false, page: 'src/features/payments/console/payment-page.tsx' },
  component: lazyRouteComponent(page, 'PaymentPage'),
})

export const paymentSettingsRoutes = [paymentRoute]
