import { createRoute } from '@tanstack/react-router'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { screen } from '#web/navigation/screen.ts'

const page = () => import('./payment-page.tsx')

const paymentRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.payment,
  head: ({ match: { context } }) => consoleTitle(context, 'Payments'),
  staticData: { isForSearchEngines: false },
  ...screen(page, { loader: 'loadPayment', component: 'PaymentPage' }),
})

export const paymentSettingsRoutes = [paymentRoute]
