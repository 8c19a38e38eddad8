import { getNavigation as getNavigationCall } from '#features/settings/settings.contract.ts'
import { handle } from '#server/http.ts'
import * as calls from '../pages.contract.ts'
import { getNavigation } from './navigation.service.ts'
import * as pages from './pages.service.ts'

export const pagesHandlers = [
  handle(calls.getInformationPage, ({ shop, input }) => pages.getInformationPage(shop.db, input.title)),
  handle(calls.listBlogPosts, ({ shop, input }) => pages.listBlogPosts(shop, input)),
  handle(calls.getBlogPost, ({ shop, input }) => pages.getBlogPost(shop, input.handle)),
  handle(calls.getProductTest, ({ shop, input }) => pages.getProductTest(shop, input.id)),
  handle(getNavigationCall, ({ shop, input }) => getNavigation(shop.db, input.id ?? null)),
]
