import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { lateFunction } from '#web/navigation/late-code.tsx'
import { readWords } from '#web/navigation/search-params.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'

const settingPage = () => import('./setting-page.tsx')

const settingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/setting',
  loader: lateFunction(settingPage, 'loadSettings'),
  head: ({ match }) => pageTitle(match.context, msg('Settings')),
  component: lazyRouteComponent(settingPage, 'SettingPage'),
  pendingComponent: lazyRouteComponent(settingPage, 'SettingSkeleton'),
  staticData: { page: 'src/features/account/web/setting-page.tsx', isForSearchEngines: false },
})

const settingNavPage = () => import('./setting-nav-page.tsx')
const readSettingNavSearch = readWords('id', 'name')

const settingNavRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/settingnav',
  validateSearch: readSettingNavSearch,
  loaderDeps: ({ search: { id } }) => ({ id }),
  loader: lateFunction(settingNavPage, 'loadEntries'),
  head: ({ match }) => pageTitle(match.context, match.search.name || msg('Settings')),
  component: lazyRouteComponent(settingNavPage, 'SettingNavPage'),
  pendingComponent: lazyRouteComponent(settingNavPage, 'SettingSkeleton'),
  staticData: { page: 'src/features/account/web/setting-nav-page.tsx', isForSearchEngines: false },
})

export const settingRoutes = [settingRoute, settingNavRoute] as const
