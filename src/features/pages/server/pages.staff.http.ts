import { eq } from 'drizzle-orm'
import { toStaffTime } from '#contract/calls/staff-call.ts'
import { products } from '#features/catalogue/server/catalogue.tables.ts'
import type { Database } from '#server/database/database.ts'
import { refuseFields } from '#server/http/refuse.ts'
import type { StaffHandler } from '#server/http/staff/staff-handler.ts'
import { handleResource } from '#server/http/staff/staff-resources.ts'
import * as calls from '../pages.staff.contract.ts'
import { saveVersion } from './content-versions.service.ts'
import { navigationItems } from './navigation.tables.ts'
import { blogPosts, informationPages, productTests } from './pages.tables.ts'
import { textStaffHandlers } from './texts.staff.http.ts'

const numbered = { key: 'id', isNumbered: true } as const

const pageHandlers = handleResource(
  {
    list: calls.listPages,
    get: calls.getPage,
    create: calls.createPage,
    edit: calls.editPage,
    remove: calls.removePage,
  },
  {
    ...numbered,
    table: informationPages,
    column: informationPages.id,
    searched: [informationPages.title],
    show: ({ id, title, body, description, updatedAt }: typeof informationPages.$inferSelect) => ({
      ...{ id, title, body, description },
      updated_at: toStaffTime(updatedAt),
    }),
    toRow: ({ id, title, body, description }, { clock }) => ({ id, title, body, description, updatedAt: clock.now() }),
    saveRelated: (shop, { id, title, body, description }, { before, by }) =>
      saveVersion(shop, {
        ...{ kind: 'page', id, language: null, by: by.name },
        before: before && { ...before, summary: before.description, publishedAt: new Date(before.updated_at) },
        after: { title, body, summary: description },
      }),
  },
)

const postHandlers = handleResource(
  {
    list: calls.listPosts,
    get: calls.getPost,
    create: calls.createPost,
    edit: calls.editPost,
    remove: calls.removePost,
  },
  {
    ...numbered,
    table: blogPosts,
    column: blogPosts.id,
    searched: [blogPosts.title, blogPosts.handle],
    show: ({ publishedAt, ...post }: typeof blogPosts.$inferSelect) => ({
      ...post,
      published_at: toStaffTime(publishedAt),
    }),
    toRow: ({ published_at, ...post }) => ({ ...post, publishedAt: new Date(published_at) }),
    saveRelated: (shop, after, { before, by }) =>
      saveVersion(shop, {
        ...{ kind: 'post', id: after.id, language: null, after, by: by.name },
        before: before && { ...before, publishedAt: new Date(before.published_at) },
      }),
  },
)

const testHandlers = handleResource(
  {
    list: calls.listProductTests,
    get: calls.getStaffProductTest,
    create: calls.createProductTest,
    edit: calls.editProductTest,
    remove: calls.removeProductTest,
  },
  {
    ...numbered,
    table: productTests,
    column: productTests.id,
    searched: [productTests.title],
    show: ({ productId, isOpen, startsAt, endsAt, ...test }: typeof productTests.$inferSelect) => ({
      ...test,
      product_id: productId,
      is_open: isOpen,
      starts_at: toStaffTime(startsAt),
      ends_at: endsAt && toStaffTime(endsAt),
    }),
    toRow: ({ product_id, is_open, starts_at, ends_at, ...test }) => ({
      ...test,
      productId: product_id,
      isOpen: is_open,
      startsAt: new Date(starts_at),
      endsAt: ends_at === null ? null : new Date(ends_at),
    }),
    check: async ({ db }, { after }) => {
      if (!after) return
      const { starts_at, ends_at, product_id } = after
      if (ends_at !== null && ends_at <= starts_at) throw refuseFields({ ends_at: ['The end must be after the start'] })
      if (product_id !== null) {
        const [found] = await db.select({ id: products.id }).from(products).where(eq(products.id, product_id))
        if (!found) throw refuseFields({ product_id: ['This product does not exist'] })
      }
    },
  },
)

type Item = {
  id: number
  parent_id: number | null
  name: string
  link_type: (typeof navigationItems.$inferSelect)['linkType']
  page_id: number | null
  post_id: number | null
  product_test_id: number | null
  link: string | null
  sort: number
  is_visible: boolean
}

const navigationHandlers = handleResource(
  {
    list: calls.listNavigation,
    get: calls.getNavigationItem,
    create: calls.createNavigationItem,
    edit: calls.editNavigationItem,
    remove: calls.removeNavigationItem,
  },
  {
    ...numbered,
    table: navigationItems,
    column: navigationItems.id,
    searched: [navigationItems.name],
    show: (row: typeof navigationItems.$inferSelect): Item => ({
      id: row.id,
      parent_id: row.parentId,
      name: row.name,
      link_type: row.linkType,
      page_id: row.informationPageId,
      post_id: row.blogPostId,
      product_test_id: row.productTestId,
      link: row.link,
      sort: row.sort,
      is_visible: row.isVisible,
    }),
    toRow: (item) => ({
      id: item.id,
      parentId: item.parent_id,
      name: item.name,
      linkType: item.link_type,
      informationPageId: item.page_id,
      blogPostId: item.post_id,
      productTestId: item.product_test_id,
      link: item.link,
      sort: item.sort,
      isVisible: item.is_visible,
    }),
    check: async ({ db }, { after }) => {
      if (after) await checkItem(db, after)
    },
  },
)

/** The ids of entries with a fixed target. Other fields of these entries do not change the target. */
const fixedIds = [99_997, 99_998, 99_999]

async function checkItem(db: Database, item: Item): Promise<void> {
  const { id, link_type, page_id, post_id, product_test_id, link, parent_id } = item
  const missing = {
    ...(link_type === 'term_list' && page_id === null && { page_id: ['Choose a page'] }),
    ...(link_type === 'product_test' && product_test_id === null && { product_test_id: ['Choose a product test'] }),
    ...(link_type === 'custom_link' && link === null && !fixedIds.includes(id) && { link: ['Enter an address'] }),
  }
  if (Object.keys(missing).length > 0) throw refuseFields(missing)
  const rows = await db.select({ id: navigationItems.id, parentId: navigationItems.parentId }).from(navigationItems)
  const parentOf = new Map(rows.map((row) => [row.id, row.parentId]))
  for (let at = parent_id; at !== null; at = parentOf.get(at) ?? null) {
    if (!parentOf.has(at)) throw refuseFields({ parent_id: ['This entry does not exist'] })
    if (at === id) throw refuseFields({ parent_id: ['An entry cannot be its own parent'] })
  }
  const isThere = async (table: typeof informationPages | typeof blogPosts | typeof productTests, id: number | null) =>
    id === null || (await db.select({ id: table.id }).from(table).where(eq(table.id, id))).length > 0
  if (!(await isThere(informationPages, page_id))) throw refuseFields({ page_id: ['This page does not exist'] })
  if (!(await isThere(blogPosts, post_id))) throw refuseFields({ post_id: ['This post does not exist'] })
  if (!(await isThere(productTests, product_test_id))) {
    throw refuseFields({ product_test_id: ['This product test does not exist'] })
  }
}

export const contentStaffHandlers: StaffHandler[] = [
  ...pageHandlers,
  ...postHandlers,
  ...textStaffHandlers,
  ...testHandlers,
  ...navigationHandlers,
]
