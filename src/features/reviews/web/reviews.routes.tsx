import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { lateFunction } from '#web/navigation/late-code.tsx'
import { readWords } from '#web/navigation/search-params.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'

const missingPage = () => import('#web/navigation/missing-page.tsx')
const readLine = readWords('write', 'view', 'product_id', 'sku_name', 'order_no')

const reviewPage = () => import('./review-page.tsx')

const reviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/review/$orderId/$subOrderId',
  validateSearch: readLine,
  loaderDeps: ({ search: { view } }) => ({ view }),
  loader: lateFunction(reviewPage, 'loadReview'),
  head: ({ match, loaderData }) =>
    pageTitle(match.context, loaderData?.isView || loaderData?.review ? msg('View Review') : msg('Write a Review')),
  component: lazyRouteComponent(reviewPage, 'ReviewPage'),
  pendingComponent: lazyRouteComponent(reviewPage, 'ReviewSkeleton'),
  notFoundComponent: lazyRouteComponent(missingPage, 'MissingOrder'),
  staticData: { page: 'src/features/reviews/web/review-page.tsx', isForSearchEngines: false },
})

const customerReviewsPage = () => import('./customer-reviews-page.tsx')

const customerReviewsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/customer-reviews',
  loader: lateFunction(customerReviewsPage, 'loadReviews'),
  head: lateFunction(customerReviewsPage, 'headReviews'),
  component: lazyRouteComponent(customerReviewsPage, 'CustomerReviewsPage'),
  pendingComponent: lazyRouteComponent(customerReviewsPage, 'CustomerReviewsSkeleton'),
  staticData: { page: 'src/features/reviews/web/customer-reviews-page.tsx', isForSearchEngines: true },
})

export const reviewsRoutes = [reviewRoute, customerReviewsRoute] as const
