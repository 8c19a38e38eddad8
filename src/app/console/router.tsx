import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { settingsRoutes } from '#console/settings/settings.routes.tsx'
import type { ConsoleContext } from '#console/shell/console-context.ts'
import { ConsoleErrorPage, ConsoleNotFoundPage } from '#console/shell/error-pages.tsx'
import { frameRoute, nowhereRoute } from '#console/shell/frame.routes.tsx'
import { consoleRoot } from '#console/shell/root.tsx'
import { advertRoutes } from '#features/adverts/console/adverts.routes.tsx'
import { catalogueRoutes } from '#features/catalogue/console/catalogue.routes.tsx'
import { catalogueSettingsRoutes } from '#features/catalogue/console/catalogue-settings.routes.tsx'
import { couponRoutes } from '#features/coupons/console/coupons.routes.tsx'
import { widgetRoutes } from '#features/coupons/console/widgets/widgets.routes.tsx'
import { customersRoutes } from '#features/customers/console/customers.routes.tsx'
import { figuresRoutes } from '#features/dashboard/console/figures.routes.tsx'
import { importRoutes } from '#features/imports/console/imports.routes.tsx'
import { shippingRoutes } from '#features/markets/console/shipping.routes.tsx'
import { setupRoutes } from '#features/onboarding/console/setup.routes.tsx'
import { orderRoutes } from '#features/orders/console/orders.routes.tsx'
import { contentRoutes } from '#features/pages/console/content.routes.tsx'
import { paymentSettingsRoutes } from '#features/payments/console/payment.routes.tsx'
import { returnsRoutes } from '#features/returns/console/returns.routes.tsx'
import { returnSettingsRoutes } from '#features/returns/console/settings/return-settings.routes.tsx'
import { reviewLabelRoutes } from '#features/reviews/console/review-labels.routes.tsx'
import { reviewsRoutes } from '#features/reviews/console/reviews.routes.tsx'
import { shopSettingsRoutes } from '#features/settings/console/settings.routes.tsx'
import { profileRoutes } from '#features/staff/console/profile/profile.routes.tsx'
import { staffSettingsRoutes } from '#features/staff/console/staff-settings.routes.tsx'
import { inboxRoutes } from '#features/support/console/inbox/inbox.routes.tsx'
import { questionTypeRoutes } from '#features/support/console/question-types/question-types.routes.tsx'
import { templateRoutes } from '#features/support/console/templates/templates.routes.tsx'
import { taxRoutes } from '#features/tax/console/taxes.routes.tsx'
import { webhookRoutes } from '#features/webhooks/console/webhooks.routes.tsx'
import { parseSearch, stringifySearch } from '#web/navigation/search-params.ts'
import { additions } from './additions.ts'

const screens = [
  ...figuresRoutes,
  ...setupRoutes,
  ...orderRoutes,
  ...returnsRoutes,
  ...customersRoutes,
  ...reviewsRoutes,
  ...importRoutes,
  ...inboxRoutes,
  ...settingsRoutes,
  ...shopSettingsRoutes,
  ...catalogueRoutes,
  ...couponRoutes,
  ...advertRoutes,
  ...catalogueSettingsRoutes,
  ...widgetRoutes,
  ...shippingRoutes,
  ...taxRoutes,
  ...contentRoutes,
  ...returnSettingsRoutes,
  ...paymentSettingsRoutes,
  ...reviewLabelRoutes,
  ...questionTypeRoutes,
  ...templateRoutes,
  ...staffSettingsRoutes,
  ...webhookRoutes,
  ...profileRoutes,
  nowhereRoute,
]
// The message replaces the screen only, so that the navigation stays.
for (const { options } of screens) Object.assign(options, { notFoundComponent: ConsoleNotFoundPage })
const routeTree = consoleRoot.addChildren([frameRoute.addChildren(screens)])

type Surroundings = {
  /** The nonce of a page that the server renders. */
  nonce?: string
  /** The browser's history. Absent on the server. */
  history?: RouterHistory
}

export function createConsoleRouter(context: Omit<ConsoleContext, 'additions'>, { nonce, history }: Surroundings = {}) {
  return createRouter({
    routeTree,
    context: { ...context, additions },
    ...(nonce && { ssr: { nonce } }),
    ...(history && { history }),
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultNotFoundComponent: ConsoleNotFoundPage,
    defaultErrorComponent: ConsoleErrorPage,
    defaultPendingMs: 150,
    defaultPendingMinMs: 300,
  })
}
