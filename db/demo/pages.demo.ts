import { msg } from '#contract/text/translate.ts'
import {
  saveBlogPosts,
  saveInformationPages,
  saveNavigation,
  saveProductTests,
} from '#features/pages/server/save-pages.service.ts'
import type { Demo } from './demo.ts'
import { demoInformation } from './pages/information.ts'
import { demoPosts, demoTests } from './pages/journal.ts'

export async function loadPages(demo: Demo): Promise<void> {
  const { shop } = demo
  // The legal pages are older than the first order.
  demo.at(405, '08:00')
  await saveInformationPages(shop, demoInformation)
  await saveBlogPosts(
    shop.db,
    demoPosts.map(({ picture, daysAgo, ...post }) => ({
      ...post,
      image: demo.imageOf(picture),
      publishedAt: demo.daysFromLoad(-daysAgo),
    })),
  )
  await saveProductTests(
    shop.db,
    demoTests.map(({ picture, handle, startedDaysAgo, endsInDays, ...test }) => ({
      ...test,
      image: demo.imageOf(picture),
      productId: demo.skuOf(handle).productId,
      startsAt: demo.daysFromLoad(-startedDaysAgo),
      endsAt: demo.daysFromLoad(endsInDays),
    })),
  )
  const pageId = (title: string) => demoInformation.find((page) => page.title === title)?.id ?? null
  const term = (id: number, parentId: number, name: string, title: string, sort: number) =>
    ({ id, parentId, name, linkType: 'term_list', informationPageId: pageId(title), sort }) as const
  await saveNavigation(shop.db, [
    { id: 1, name: msg('About Harbor'), linkType: 'group', sort: 1 },
    { id: 2, name: msg('Help & Support'), linkType: 'group', sort: 2 },
    { id: 3, name: msg('Policies'), linkType: 'group', sort: 3 },
    { id: 4, name: msg('Journal'), linkType: 'group', sort: 4 },
    term(11, 1, msg('Our story'), 'Our Story', 1),
    term(12, 1, msg('Care and repair'), 'Care and Repair', 2),
    { id: 13, parentId: 1, name: msg('Product tests'), linkType: 'group', sort: 3 },
    { id: 131, parentId: 13, name: 'The Northpier coat', linkType: 'product_test', productTestId: 1, sort: 1 },
    { id: 132, parentId: 13, name: 'The swimsuit back', linkType: 'product_test', productTestId: 2, sort: 2 },
    { id: 99999, parentId: 2, name: msg('Contact us'), linkType: 'custom_link', sort: 1 },
    { id: 99998, parentId: 2, name: msg('Track an order'), linkType: 'custom_link', sort: 2 },
    { id: 99997, parentId: 2, name: msg('Customer reviews'), linkType: 'custom_link', sort: 3 },
    term(24, 2, msg('Shipping'), 'Shipping', 4),
    term(25, 2, msg('Size guide'), 'Size Guide', 5),
    { id: 26, parentId: 2, name: msg('My coupons'), linkType: 'custom_link', link: '/account/coupon', sort: 6 },
    term(31, 3, msg('Terms'), 'Terms', 1),
    term(32, 3, msg('Return policy'), 'Return Policy', 2),
    { id: 33, parentId: 3, name: msg('Privacy'), linkType: 'group', sort: 3 },
    term(331, 33, msg('Privacy notice'), 'Privacy Notice', 1),
    term(332, 33, msg('Cookie notice'), 'Cookie Notice', 2),
    { id: 41, parentId: 4, name: msg('All stories'), linkType: 'blog', sort: 1 },
    ...demoPosts.slice(0, 3).map((post, at) => ({
      id: 42 + at,
      parentId: 4,
      name: post.title,
      linkType: 'blog' as const,
      blogPostId: post.id,
      sort: 2 + at,
    })),
  ])
}
