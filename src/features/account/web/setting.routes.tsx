import { createRoute } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { screen } from '#web/navigation/screen.ts'
import { readWords } from '#web/navigation/search-params.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'

const settingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/setting',
  head: ({ match }) => pageTitle(match.context, msg('Settings')),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./setting-page.tsx'), {
    loader: 'loadSettings',
    component: 'SettingPage',
    pendingComponent: 'SettingSkeleton',
  }),
})

const readSettingNavSearch = readWords('id', 'name')

const settingNavRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/settingnav',
  validateSearch: readSettingNavSearch,
  loaderDeps: ({ search: { id } }) => ({ id }),
  head: ({ match }) => pageTitle(match.context, match.search.name || msg('Settings')),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./setting-nav-page.tsx'), {
    loader: 'loadEntries',
    component: 'SettingNavPage',
    pendingComponent: 'SettingSkeleton',
  }),
})

export const settingRoutes = [settingRoute, settingNavRoute] as const
