import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { msg } from '#contract/translate.ts'
import { getProduct } from '#features/catalogue/catalogue.contract.ts'
import { listCategories, listCollected, listProducts } from '#features/catalogue/product-list.contract.ts'
import {
  isPlainQuery,
  readProductQuery,
  toListInput,
  toProductListHref,
} from '#features/catalogue/product-list.rules.ts'
import { listProductReviews } from '#features/reviews/reviews.contract.ts'
import { getNavigation } from '#features/settings/settings.contract.ts'
import { catalogueLink, categoryLink, homeLink, productLink, searchLink } from '#links/storefront.links.ts'
import { pageHead, shopDescription, toAddress, toPicture } from '#web/page-head.ts'
import { pageTitle, rootRoute, type WebContext, wordsOf } from '#web/root.tsx'
import { readWords } from '#web/search-params.ts'
import { loadAdvert } from '#widget/load-advert.ts'
import { describePath, describeProduct, describeShop } from '../structured-data.rules.ts'

const readListWords = readWords('q', 'size', 'color', 'min_price', 'max_price', 'in_stock', 'sort', 'page')

const shownBy = ({ site }: WebContext) => ({
  siteName: site.name,
  toAddress: (path: string) => toAddress(site.publicUrl, path),
  toPicture: (path: string) => toPicture(site.publicUrl, path),
})

/** If it fails the page is shown without its categories. */
const loadCategories = ({ call }: WebContext) => call(listCategories, {}).catch(() => [])

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  loader: async ({ context }) => {
    const [banner, widget, arrivals, categories] = await Promise.all([
      loadAdvert(context.call, 'home'),
      loadAdvert(context.call, 'account'),
      context.load(listProducts, { limit: 8, currency: context.site.currency }),
      loadCategories(context),
    ])
    return {
      banner,
      // The coupons of the account page are for everybody; its other adverts are not.
      coupons: widget?.link_type === 'coupon_module' && widget.id !== banner?.id ? widget : null,
      arrivals: arrivals.data,
      categories: toTiles(categories),
    }
  },
  head: ({ match: { context } }) =>
    pageHead(context, {
      description: shopDescription,
      path: homeLink,
      facts: [describeShop(shownBy(context))],
    }),
  component: lazyRouteComponent(() => import('./home-page.tsx'), 'HomePage'),
  pendingComponent: lazyRouteComponent(() => import('./home-page.tsx'), 'HomeSkeleton'),
  staticData: { page: 'src/features/storefront/web/home-page.tsx', isForSearchEngines: true },
})

const menuRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/menu',
  loader: async ({ context }) => {
    const [categories, entries] = await Promise.all([
      context.load(listCategories, {}),
      context.call(getNavigation, {}).catch(() => []),
    ])
    return { categories, entries }
  },
  head: ({ match }) => pageTitle(match.context, msg('Menu')),
  component: lazyRouteComponent(() => import('./menu-page.tsx'), 'MenuPage'),
  staticData: { page: 'src/features/storefront/web/menu-page.tsx', isForSearchEngines: false },
})

/** The same list for the whole shop, a category and a search. */
async function loadList(context: WebContext, words: Record<string, string>, category?: string) {
  const query = readProductQuery(words)
  const [list, categories] = await Promise.all([
    context.load(listProducts, {
      ...toListInput(query),
      ...(category && { category }),
      currency: context.site.currency,
      with_filters: 1,
    }),
    loadCategories(context),
  ])
  return { list, query, categories }
}

const catalogueRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/catalogue',
  validateSearch: readListWords,
  loaderDeps: ({ search: { q: _, ...words } }) => words,
  loader: ({ context, deps }) => loadList(context, deps),
  head: ({ match: { context }, loaderData }) => {
    const t = wordsOf(context)
    const query = loaderData?.query ?? readProductQuery({})
    return pageHead(context, {
      title: t('All products'),
      description: t('Everything in the shop, newest first.'),
      path: toProductListHref(catalogueLink, { ...readProductQuery({}), page: query.page }),
      isHidden: !isPlainQuery(query),
    })
  },
  component: lazyRouteComponent(() => import('./product-list-page.tsx'), 'CataloguePage'),
  pendingComponent: lazyRouteComponent(() => import('./product-list-page.tsx'), 'ProductListSkeleton'),
  staticData: { page: 'src/features/storefront/web/product-list-page.tsx', isForSearchEngines: true },
})

const categoryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/catalogue/$category',
  validateSearch: readListWords,
  loaderDeps: ({ search: { q: _, ...words } }) => words,
  loader: ({ context, deps, params }) => loadList(context, deps, params.category),
  head: ({ match: { context }, loaderData, params }) => {
    const query = loaderData?.query ?? readProductQuery({})
    const name = loaderData?.list.meta.category?.name ?? ''
    const path = categoryLink(params.category)
    return pageHead(context, {
      title: name,
      description: wordsOf(context)('{category} at {shop}: sizes, colours and prices, newest first.', {
        category: name,
        shop: context.site.name,
      }),
      path: toProductListHref(path, { ...readProductQuery({}), page: query.page }),
      image: loaderData?.list.data[0]?.image ?? null,
      isHidden: !isPlainQuery(query),
      facts: [
        describePath(
          [
            { name: context.site.name, path: homeLink },
            { name, path },
          ],
          shownBy(context).toAddress,
        ),
      ],
    })
  },
  component: lazyRouteComponent(() => import('./product-list-page.tsx'), 'CategoryPage'),
  pendingComponent: lazyRouteComponent(() => import('./product-list-page.tsx'), 'ProductListSkeleton'),
  staticData: { page: 'src/features/storefront/web/product-list-page.tsx', isForSearchEngines: true },
})

const searchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/search',
  validateSearch: readListWords,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const query = readProductQuery(deps)
    if (query.q === '') return { list: null, query, categories: toTiles(await loadCategories(context)) }
    const { list, categories } = await loadList(context, deps)
    return { list, query, categories: toTiles(categories) }
  },
  head: ({ match: { context }, loaderData }) =>
    pageHead(context, {
      title: loaderData?.query.q || wordsOf(context)(msg('Search')),
      path: searchLink,
      isHidden: true,
    }),
  component: lazyRouteComponent(() => import('./search-page.tsx'), 'SearchPage'),
  pendingComponent: lazyRouteComponent(() => import('./search-page.tsx'), 'ProductListSkeleton'),
  staticData: { page: 'src/features/storefront/web/search-page.tsx', isForSearchEngines: false },
})

function toTiles<C extends { parent_code: string | null; image: string | null }>(categories: C[]): C[] {
  return categories.filter(({ parent_code, image }) => parent_code !== null && image !== null)
}

const collectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/collect',
  validateSearch: readWords('page'),
  loaderDeps: ({ search }) => ({ page: readProductQuery(search).page }),
  loader: ({ context, deps }) => {
    if (context.site.open_collect !== '1') throw notFound()
    return context.load(listCollected, { page: deps.page, currency: context.site.currency })
  },
  head: ({ match }) => pageTitle(match.context, msg('Wishlist')),
  component: lazyRouteComponent(() => import('./collect-page.tsx'), 'CollectPage'),
  pendingComponent: lazyRouteComponent(() => import('./collect-page.tsx'), 'CollectSkeleton'),
  staticData: { page: 'src/features/storefront/web/collect-page.tsx', isForSearchEngines: false },
})

const productRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products/$handle',
  loader: async ({ context, params: { handle } }) => {
    const { currency, reviews_switch } = context.site
    const [product, reviews] = await Promise.all([
      context.load(getProduct, { handle, currency }),
      // If they fail the product is shown without them.
      reviews_switch === 'on' ? context.call(listProductReviews, { handle, limit: 5 }).catch(() => null) : null,
    ])
    return { product, reviews }
  },
  head: ({ match: { context }, loaderData }) => {
    if (!loaderData) return {}
    const { product, reviews } = loaderData
    const shown = shownBy(context)
    const category = product.product_basic_category
    return pageHead(context, {
      title: product.name,
      description: product.description,
      path: productLink(product.handle),
      image: product.image,
      kind: 'product',
      facts: [
        describeProduct(product, reviews, shown),
        describePath(
          [
            { name: context.site.name, path: homeLink },
            { name: category.name, path: categoryLink(category.code) },
            { name: product.name, path: productLink(product.handle) },
          ],
          shown.toAddress,
        ),
      ],
    })
  },
  component: lazyRouteComponent(() => import('./product-page.tsx'), 'ProductPage'),
  pendingComponent: lazyRouteComponent(() => import('./product-page.tsx'), 'ProductSkeleton'),
  staticData: { page: 'src/features/storefront/web/product-page.tsx', isForSearchEngines: true },
})

export const storefrontRoutes = [
  homeRoute,
  menuRoute,
  catalogueRoute,
  categoryRoute,
  searchRoute,
  collectRoute,
  productRoute,
] as const
