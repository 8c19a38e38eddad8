import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/translate.ts'
import { getEmail } from '#features/sign-in/sign-in.contract.ts'
import { SignInNeeded } from '#web/load.ts'
import { loadOptional } from '#web/load-optional.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'
import { readWords } from '#web/search-params.ts'
import { getNavigation, listCurrencies, listLanguages } from '../settings.contract.ts'
import { ChangePasswordSkeleton, CurrencySkeleton, LanguageSkeleton, SettingSkeleton } from './setting-skeletons.tsx'

const readEntry = readWords('id', 'name')

const settingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/setting',
  // A failure here is not shown: settings work without the shop's own entries.
  loader: ({ context }) => context.call(getNavigation, {}).catch(() => []),
  head: ({ match }) => pageTitle(match.context, msg('Settings')),
  component: lazyRouteComponent(() => import('./setting-page.tsx'), 'SettingPage'),
  pendingComponent: SettingSkeleton,
  staticData: { page: 'src/features/settings/web/setting-page.tsx' },
})

const settingNavRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/settingnav',
  validateSearch: readEntry,
  loaderDeps: ({ search }) => ({ id: Number(search.id) }),
  loader: ({ context, deps }) => context.call(getNavigation, deps).catch(() => []),
  head: ({ match }) => pageTitle(match.context, match.search.name || msg('Settings')),
  component: lazyRouteComponent(() => import('./setting-nav-page.tsx'), 'SettingNavPage'),
  pendingComponent: SettingSkeleton,
  staticData: { page: 'src/features/settings/web/setting-nav-page.tsx' },
})

const currencyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/settingcurrency',
  loader: ({ context }) => loadOptional(context, 'currencies', (load) => load(listCurrencies, {})),
  head: ({ match }) => pageTitle(match.context, msg('Currency')),
  component: lazyRouteComponent(() => import('./currency-page.tsx'), 'CurrencyPage'),
  pendingComponent: CurrencySkeleton,
  staticData: { page: 'src/features/settings/web/currency-page.tsx' },
})

const languageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/settinglanguage',
  loader: ({ context }) => context.load(listLanguages, {}),
  head: ({ match }) => pageTitle(match.context, msg('Language')),
  component: lazyRouteComponent(() => import('./language-page.tsx'), 'LanguagePage'),
  pendingComponent: LanguageSkeleton,
  staticData: { page: 'src/features/settings/web/language-page.tsx' },
})

const changePasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/changepassword',
  loader: async ({ context }) => {
    const { email } = await context.load(getEmail, {})
    if (email === null) throw new SignInNeeded()
    return { email }
  },
  head: ({ match }) => pageTitle(match.context, msg('Change Password')),
  component: lazyRouteComponent(() => import('./change-password-page.tsx'), 'ChangePasswordPage'),
  pendingComponent: ChangePasswordSkeleton,
  staticData: { page: 'src/features/settings/web/change-password-page.tsx' },
})

export const settingsRoutes = [
  settingRoute,
  settingNavRoute,
  currencyRoute,
  languageRoute,
  changePasswordRoute,
] as const
