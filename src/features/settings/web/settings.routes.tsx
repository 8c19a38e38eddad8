import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/translate.ts'
import { loadOptional } from '#web/load-optional.ts'
import { RowsSkeleton } from '#web/parts/rows-skeleton.tsx'
import { pageTitle, rootRoute } from '#web/root.tsx'
import { listCurrencies, listLanguages } from '../settings.contract.ts'

const currencyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/settingcurrency',
  loader: ({ context }) => loadOptional(context, 'currencies', (load) => load(listCurrencies, {})),
  head: ({ match }) => pageTitle(match.context, msg('Currency')),
  component: lazyRouteComponent(() => import('./currency-page.tsx'), 'CurrencyPage'),
  pendingComponent: () => <RowsSkeleton title={msg('Currency')} />,
  staticData: { page: 'src/features/settings/web/currency-page.tsx', isForSearchEngines: false },
})

const languageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/settinglanguage',
  loader: ({ context }) => context.load(listLanguages, {}),
  head: ({ match }) => pageTitle(match.context, msg('Language')),
  component: lazyRouteComponent(() => import('./language-page.tsx'), 'LanguagePage'),
  pendingComponent: () => <RowsSkeleton title={msg('Language')} />,
  staticData: { page: 'src/features/settings/web/language-page.tsx', isForSearchEngines: false },
})

export const settingsRoutes = [currencyRoute, languageRoute] as const
