import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/translate.ts'
import { getNavigation } from '#features/settings/settings.contract.ts'
import { RowsSkeleton } from '#web/parts/rows-skeleton.tsx'
import { pageTitle, rootRoute } from '#web/root.tsx'
import { readWords } from '#web/search-params.ts'

const SettingSkeleton = () => <RowsSkeleton title={msg('Settings')} isTop />

const settingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/setting',
  // A failure here is not shown: settings work without the shop's own entries.
  loader: ({ context }) => context.call(getNavigation, {}).catch(() => []),
  head: ({ match }) => pageTitle(match.context, msg('Settings')),
  component: lazyRouteComponent(() => import('./setting-page.tsx'), 'SettingPage'),
  pendingComponent: SettingSkeleton,
  staticData: { page: 'src/features/account/web/setting-page.tsx', isForSearchEngines: false },
})

const readEntry = readWords('id', 'name')

const settingNavRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/settingnav',
  validateSearch: readEntry,
  loaderDeps: ({ search }) => ({ id: Number(search.id) }),
  loader: ({ context, deps }) => context.call(getNavigation, deps).catch(() => []),
  head: ({ match }) => pageTitle(match.context, match.search.name || msg('Settings')),
  component: lazyRouteComponent(() => import('./setting-nav-page.tsx'), 'SettingNavPage'),
  pendingComponent: SettingSkeleton,
  staticData: { page: 'src/features/account/web/setting-nav-page.tsx', isForSearchEngines: false },
})

export const settingRoutes = [settingRoute, settingNavRoute] as const
