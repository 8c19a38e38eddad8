import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { blogLink, blogPostLink, informationLink, productTestLink } from '#links/pages.links.ts'
import { pageHead, toPicture } from '#web/page-head.ts'
import { rootRoute, wordsOf } from '#web/root.tsx'
import { readWords } from '#web/search-params.ts'
import { getBlogPost, getInformationPage, getProductTest, listBlogPosts } from '../pages.contract.ts'
import { describeText } from '../pages.rules.ts'

const informationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/information/$title',
  loader: ({ context, params }) => context.load(getInformationPage, { title: params.title }),
  head: ({ match: { context }, loaderData: page }) =>
    page
      ? pageHead(context, {
          title: page.title,
          description: page.description || describeText(page.body),
          path: informationLink(page.title),
        })
      : {},
  component: lazyRouteComponent(() => import('./information-page.tsx'), 'InformationPage'),
  pendingComponent: lazyRouteComponent(() => import('./information-page.tsx'), 'PageSkeleton'),
  staticData: { page: 'src/features/pages/web/information-page.tsx', isForSearchEngines: true },
})

/** A page that is no number is the first one. */
function readPage({ page = '' }: { page?: string }): number {
  return /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1
}

const blogRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/blog',
  validateSearch: readWords('page'),
  loaderDeps: ({ search }) => ({ page: readPage(search) }),
  loader: ({ context, deps }) => context.load(listBlogPosts, deps),
  head: ({ match: { context }, loaderData }) => {
    const t = wordsOf(context)
    const page = loaderData?.meta.pagination.current_page ?? 1
    return pageHead(context, {
      title: t('Blog'),
      description: t('Stories about how our clothes are made, worn and mended.'),
      path: blogLink(page),
    })
  },
  component: lazyRouteComponent(() => import('./blog-page.tsx'), 'BlogPage'),
  pendingComponent: lazyRouteComponent(() => import('./blog-page.tsx'), 'PageSkeleton'),
  staticData: { page: 'src/features/pages/web/blog-page.tsx', isForSearchEngines: true },
})

const blogDetailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/blog-detail/$handle',
  loader: ({ context, params }) => context.load(getBlogPost, { handle: params.handle }),
  head: ({ match: { context }, loaderData: post }) =>
    post
      ? pageHead(context, {
          title: post.title,
          description: post.summary || describeText(post.body),
          path: blogPostLink(post.handle),
          image: post.image,
          kind: 'article',
          facts: [
            {
              '@type': 'BlogPosting',
              headline: post.title,
              description: post.summary,
              datePublished: post.published_at.slice(0, 10),
              ...(post.author && { author: { '@type': 'Person', name: post.author } }),
              ...(post.image && { image: toPicture(context.site.publicUrl, post.image) ?? undefined }),
            },
          ],
        })
      : {},
  component: lazyRouteComponent(() => import('./blog-detail-page.tsx'), 'BlogDetailPage'),
  pendingComponent: lazyRouteComponent(() => import('./blog-detail-page.tsx'), 'PageSkeleton'),
  staticData: { page: 'src/features/pages/web/blog-detail-page.tsx', isForSearchEngines: true },
})

const productTestRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/new-product-test/$id',
  loader: ({ context, params: { id } }) => {
    // Anything but a number is an address that does not exist, not a form filled in wrongly.
    if (!/^[1-9]\d{0,8}$/.test(id)) throw notFound()
    return context.load(getProductTest, { id })
  },
  head: ({ match: { context }, loaderData: test }) =>
    test
      ? pageHead(context, {
          title: test.title,
          description: describeText(test.body),
          path: productTestLink(test.id),
          image: test.image,
        })
      : {},
  component: lazyRouteComponent(() => import('./product-test-page.tsx'), 'ProductTestPage'),
  pendingComponent: lazyRouteComponent(() => import('./product-test-page.tsx'), 'PageSkeleton'),
  staticData: { page: 'src/features/pages/web/product-test-page.tsx', isForSearchEngines: true },
})

export const pagesRoutes = [informationRoute, blogRoute, blogDetailRoute, productTestRoute] as const
