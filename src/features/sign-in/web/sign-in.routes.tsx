import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/translate.ts'
import { SignInNeeded } from '#web/load.ts'
import { RowsSkeleton } from '#web/parts/rows-skeleton.tsx'
import { pageTitle, rootRoute } from '#web/root.tsx'
import { readWords } from '#web/search-params.ts'
import { getEmail } from '../sign-in.contract.ts'

const readToken = readWords('token')

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/resetpassword',
  validateSearch: readToken,
  head: ({ match }) => pageTitle(match.context, msg('Set a new password')),
  component: lazyRouteComponent(() => import('./reset-password-page.tsx'), 'ResetPasswordPage'),
  staticData: {
    page: 'src/features/sign-in/web/reset-password-page.tsx',
    isForSearchEngines: false,
    isNeverKept: true,
  },
})

const confirmEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/confirmemail',
  validateSearch: readToken,
  head: ({ match }) => pageTitle(match.context, msg('Confirm your address')),
  component: lazyRouteComponent(() => import('./confirm-email-page.tsx'), 'ConfirmEmailPage'),
  staticData: { page: 'src/features/sign-in/web/confirm-email-page.tsx', isForSearchEngines: false, isNeverKept: true },
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
  pendingComponent: () => <RowsSkeleton title={msg('Change Password')} isTop />,
  staticData: { page: 'src/features/sign-in/web/change-password-page.tsx', isForSearchEngines: false },
})

export const signInRoutes = [changePasswordRoute, resetPasswordRoute, confirmEmailRoute] as const
