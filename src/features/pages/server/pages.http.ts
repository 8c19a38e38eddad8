import { getNavigation as getNavigationCall } from '#features/settings/settings.contract.ts'
import { handle } from '#server/http/http.ts'
import * as calls from '../pages.contract.ts'
import { getNavigation } from './navigation.service.ts'
import * as pages from './pages.service.ts'

export const pagesHandlers = [
  handle(calls.getInformationPage, ({ shop, input, request }) =>
    pages.getInformationPage(shop.db, request, input.title),
  ),
  handle(calls.getLegalPages, async ({ shop }) => ({ are_published: await pages.hasLegalPages(shop.db) })),
  handle(calls.listBlogPosts, ({ shop, input, request }) => pages.listBlogPosts(shop, request, input)),
  handle(calls.getBlogPost, ({ shop, input, request }) => pages.getBlogPost(shop, request, input.handle)),
  handle(calls.getProductTest, ({ shop, input }) => pages.getProductTest(shop, input.id)),
  handle(getNavigationCall, ({ shop, input }) => getNavigation(shop.db, input.id ?? null)),
]
