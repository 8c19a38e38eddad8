import { createRoute } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { screen } from '#web/navigation/screen.ts'
import { readWords } from '#web/navigation/search-params.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'

const readToken = readWords('token')

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/resetpassword',
  validateSearch: readToken,
  head: ({ match }) => pageTitle(match.context, msg('Set a new password')),
  staticData: { isForSearchEngines: false, isNeverKept: true },
  ...screen(() => import('./reset-password-page.tsx'), { component: 'ResetPasswordPage' }),
})

const confirmEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/confirmemail',
  validateSearch: readToken,
  head: ({ match }) => pageTitle(match.context, msg('Confirm your address')),
  staticData: { isForSearchEngines: false, isNeverKept: true },
  ...screen(() => import('./confirm-email-page.tsx'), { component: 'ConfirmEmailPage' }),
})

const changePasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/changepassword',
  head: ({ match }) => pageTitle(match.context, msg('Change Password')),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./change-password-page.tsx'), {
    loader: 'loadEmail',
    component: 'ChangePasswordPage',
    pendingComponent: 'ChangePasswordSkeleton',
  }),
})

export const signInRoutes = [changePasswordRoute, resetPasswordRoute, confirmEmailRoute] as const
