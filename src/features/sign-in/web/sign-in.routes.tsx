import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { pageTitle, rootRoute } from '#web/root.tsx'

const TokenSearch = z.object({ token: z.catch(z.string(), '') })

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/resetpassword',
  validateSearch: TokenSearch,
  head: ({ match }) => pageTitle(match.context, 'Set a new password'),
  component: lazyRouteComponent(() => import('./reset-password-page.tsx'), 'ResetPasswordPage'),
  staticData: { page: 'src/features/sign-in/web/reset-password-page.tsx' },
})

const confirmEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/confirmemail',
  validateSearch: TokenSearch,
  head: ({ match }) => pageTitle(match.context, 'Confirm your address'),
  component: lazyRouteComponent(() => import('./confirm-email-page.tsx'), 'ConfirmEmailPage'),
  staticData: { page: 'src/features/sign-in/web/confirm-email-page.tsx' },
})

export const signInRoutes = [resetPasswordRoute, confirmEmailRoute] as const
