import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { lateFunction } from '#web/navigation/late-code.tsx'
import { pageTitle, rootRoute } from '#web/root.tsx'

const currencyPage = () => import('./currency-page.tsx')

const currencyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/settingcurrency',
  loader: lateFunction(currencyPage, 'loadCurrencies'),
  head: ({ match }) => pageTitle(match.context, msg('Currency')),
  component: lazyRouteComponent(currencyPage, 'CurrencyPage'),
  pendingComponent: lazyRouteComponent(currencyPage, 'CurrencySkeleton'),
  staticData: { page: 'src/features/settings/web/currency-page.tsx', isForSearchEngines: false },
})

const languagePage = () => import('./language-page.tsx')

const languageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/settinglanguage',
  loader: lateFunction(languagePage, 'loadLanguages'),
  head: ({ match }) => pageTitle(match.context, msg('Language')),
  component: lazyRouteComponent(languagePage, 'LanguagePage'),
  pendingComponent: lazyRouteComponent(languagePage, 'LanguageSkeleton'),
  staticData: { page: 'src/features/settings/web/language-page.tsx', isForSearchEngines: false },
})

export const settingsRoutes = [currencyRoute, languageRoute] as const
