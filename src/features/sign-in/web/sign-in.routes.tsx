import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { lateFunction } from '#web/navigation/late-code.tsx'
import { readWords } from '#web/navigation/search-params.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'

const readToken = readWords('token')

const resetPasswordPage = () => import('./reset-password-page.tsx')

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/resetpassword',
  validateSearch: readToken,
  head: ({ match }) => pageTitle(match.context, msg('Set a new password')),
  component: lazyRouteComponent(resetPasswordPage, 'ResetPasswordPage'),
  staticData: {
    page: 'src/features/sign-in/web/reset-password-page.tsx',
    isForSearchEngines: false,
    isNeverKept: true,
  },
})

const confirmEmailPage = () => import('./confirm-email-page.tsx')

const confirmEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/confirmemail',
  validateSearch: readToken,
  head: ({ match }) => pageTitle(match.context, msg('Confirm your address')),
  component: lazyRouteComponent(confirmEmailPage, 'ConfirmEmailPage'),
  staticData: { page: 'src/features/sign-in/web/confirm-email-page.tsx', isForSearchEngines: false, isNeverKept: true },
})

const changePasswordPage = () => import('./change-password-page.tsx')

const changePasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/changepassword',
  loader: lateFunction(changePasswordPage, 'loadEmail'),
  head: ({ match }) => pageTitle(match.context, msg('Change Password')),
  component: lazyRouteComponent(changePasswordPage, 'ChangePasswordPage'),
  pendingComponent: lazyRouteComponent(changePasswordPage, 'ChangePasswordSkeleton'),
  staticData: { page: 'src/features/sign-in/web/change-password-page.tsx', isForSearchEngines: false },
})

export const signInRoutes = [changePasswordRoute, resetPasswordRoute, confirmEmailRoute] as const
