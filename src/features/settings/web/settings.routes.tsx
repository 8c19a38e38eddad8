import { createRoute } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { screen } from '#web/navigation/screen.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'

const currencyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/settingcurrency',
  head: ({ match }) => pageTitle(match.context, msg('Currency')),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./currency-page.tsx'), {
    loader: 'loadCurrencies',
    component: 'CurrencyPage',
    pendingComponent: 'CurrencySkeleton',
  }),
})

const languageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/settinglanguage',
  head: ({ match }) => pageTitle(match.context, msg('Language')),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./language-page.tsx'), {
    loader: 'loadLanguages',
    component: 'LanguagePage',
    pendingComponent: 'LanguageSkeleton',
  }),
})

export const settingsRoutes = [currencyRoute, languageRoute] as const
