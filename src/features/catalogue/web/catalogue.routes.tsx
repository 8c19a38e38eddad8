import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { listProductReviews } from '#features/reviews/reviews.contract.ts'
import { rootRoute } from '#web/root.tsx'
import { getProduct } from '../catalogue.contract.ts'
import { ProductSkeleton } from './product-skeleton.tsx'

const productRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products/$handle',
  loader: async ({ context, params: { handle } }) => {
    const { currency, reviews_switch } = context.site
    const [product, reviews] = await Promise.all([
      context.load(getProduct, { handle, currency }),
      // The product can be bought without them.
      reviews_switch === 'on' ? context.call(listProductReviews, { handle, limit: 5 }).catch(() => null) : null,
    ])
    return { product, reviews }
  },
  head: ({ match, loaderData }) => ({
    meta: [
      { title: `${loaderData?.product.name ?? ''} · ${match.context.site.name}` },
      { name: 'description', content: loaderData?.product.description ?? '' },
    ],
  }),
  component: lazyRouteComponent(() => import('./product-page.tsx'), 'ProductPage'),
  pendingComponent: ProductSkeleton,
  staticData: { page: 'src/features/catalogue/web/product-page.tsx' },
})

export const catalogueRoutes = [productRoute] as const
