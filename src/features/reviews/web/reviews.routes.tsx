import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { screen } from '#web/navigation/screen.ts'
import { readWords } from '#web/navigation/search-params.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'

const missingPage = () => import('#web/navigation/missing-page.tsx')
const readLine = readWords('write', 'view', 'product_id', 'sku_name', 'order_no')

const reviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/review/$orderId/$subOrderId',
  validateSearch: readLine,
  loaderDeps: ({ search: { view } }) => ({ view }),
  head: ({ match, loaderData }) =>
    pageTitle(match.context, loaderData?.isView || loaderData?.review ? msg('View Review') : msg('Write a Review')),
  notFoundComponent: lazyRouteComponent(missingPage, 'MissingOrder'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./review-page.tsx'), {
    loader: 'loadReview',
    component: 'ReviewPage',
    pendingComponent: 'ReviewSkeleton',
  }),
})

const customerReviewsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/customer-reviews',
  staticData: { isForSearchEngines: true },
  ...screen(() => import('./customer-reviews-page.tsx'), {
    loader: 'loadReviews',
    head: 'headReviews',
    component: 'CustomerReviewsPage',
    pendingComponent: 'CustomerReviewsSkeleton',
  }),
})

export const reviewsRoutes = [reviewRoute, customerReviewsRoute] as const
