import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { msg } from '#contract/translate.ts'
import { getOrder } from '#features/orders/orders.contract.ts'
import { customerReviewsLink } from '#links/reviews.links.ts'
import { MissingOrder } from '#web/missing-page.tsx'
import { toAddress } from '#web/page-head.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'
import { readWords } from '#web/search-params.ts'
import { listMyReviews, listReviewLabels, listReviews } from '../reviews.contract.ts'

const readLine = readWords('write', 'view', 'product_id', 'sku_name', 'order_no')

const reviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/review/$orderId/$subOrderId',
  validateSearch: readLine,
  loaderDeps: ({ search: { view } }) => ({ isView: String(view ?? '') === '1' }),
  loader: async ({ context, params, deps }) => {
    const email = context.session.email()
    const [order, mine, labels] = await Promise.all([
      context.load(getOrder, { orderId: params.orderId, line_id: params.subOrderId, ...(email && { email }) }),
      context.load(listMyReviews, { order_id: params.orderId, page: 1, per_page: 200 }),
      deps.isView ? [] : context.load(listReviewLabels, {}),
    ])
    const line = order.products.find(({ id }) => id === params.subOrderId)
    if (!line) throw notFound()
    const review = mine.data.find((one) => one.product_id === line.product_id && one.sku === line.sku_name) ?? null
    return { order, line, review, labels, isView: deps.isView }
  },
  head: ({ match, loaderData }) =>
    pageTitle(match.context, loaderData?.isView || loaderData?.review ? msg('View Review') : msg('Write a Review')),
  component: lazyRouteComponent(() => import('./review-page.tsx'), 'ReviewPage'),
  pendingComponent: lazyRouteComponent(() => import('./review-page.tsx'), 'ReviewSkeleton'),
  notFoundComponent: MissingOrder,
  staticData: { page: 'src/features/reviews/web/review-page.tsx', isForSearchEngines: false },
})

const customerReviewsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/customer-reviews',
  loader: ({ context }) => {
    if (context.site.reviews_switch !== 'on') throw notFound()
    return context.load(listReviews, {})
  },
  head: ({ match: { context } }) => ({
    ...pageTitle(context, msg('Customer Reviews')),
    links: [{ rel: 'canonical', href: toAddress(context.site.publicUrl, customerReviewsLink) }],
  }),
  component: lazyRouteComponent(() => import('./customer-reviews-page.tsx'), 'CustomerReviewsPage'),
  pendingComponent: lazyRouteComponent(() => import('./customer-reviews-page.tsx'), 'CustomerReviewsSkeleton'),
  staticData: { page: 'src/features/reviews/web/customer-reviews-page.tsx', isForSearchEngines: true },
})

export const reviewsRoutes = [reviewRoute, customerReviewsRoute] as const
