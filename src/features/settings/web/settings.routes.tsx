import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { pageTitle, rootRoute } from '#web/root.tsx'
import { getNavigation } from '../settings.contract.ts'

const settingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/setting',
  // The spec swallows a failure here: settings work without the shop's own entries.
  loader: ({ context }) => context.call(getNavigation, {}).catch(() => []),
  head: ({ match }) => pageTitle(match.context, 'Settings'),
  component: lazyRouteComponent(() => import('./setting-page.tsx'), 'SettingPage'),
  staticData: { page: 'src/features/settings/web/setting-page.tsx' },
})

const settingNavRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/settingnav',
  validateSearch: z.object({ id: z.catch(z.coerce.number(), 0), name: z.catch(z.string(), '') }),
  loaderDeps: ({ search }) => ({ id: search.id }),
  loader: ({ context, deps }) => context.call(getNavigation, deps).catch(() => []),
  head: ({ match }) => pageTitle(match.context, match.search.name || 'Settings'),
  component: lazyRouteComponent(() => import('./setting-nav-page.tsx'), 'SettingNavPage'),
  staticData: { page: 'src/features/settings/web/setting-nav-page.tsx' },
})

export const settingsRoutes = [settingRoute, settingNavRoute] as const
