import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/translate.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'
import { readWords } from '#web/search-params.ts'

const readToken = readWords('token')

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/resetpassword',
  validateSearch: readToken,
  head: ({ match }) => pageTitle(match.context, msg('Set a new password')),
  component: lazyRouteComponent(() => import('./reset-password-page.tsx'), 'ResetPasswordPage'),
  staticData: { page: 'src/features/sign-in/web/reset-password-page.tsx' },
})

const confirmEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/confirmemail',
  validateSearch: readToken,
  head: ({ match }) => pageTitle(match.context, msg('Confirm your address')),
  component: lazyRouteComponent(() => import('./confirm-email-page.tsx'), 'ConfirmEmailPage'),
  staticData: { page: 'src/features/sign-in/web/confirm-email-page.tsx' },
})

export const signInRoutes = [resetPasswordRoute, confirmEmailRoute] as const
