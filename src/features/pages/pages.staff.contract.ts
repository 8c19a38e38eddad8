import * as z from 'zod/mini'
import { filledText, RowId } from '#contract/calls/fields.ts'
import { StaffTime } from '#contract/calls/staff-call.ts'
import { defineStaffResource, StaffId } from '#contract/calls/staff-resources.ts'
import { isSafeLink, isWebLink } from '#contract/text/links.ts'
import { catalogueLink } from '#links/catalogue.links.ts'

export const Title = filledText(200)
/** Markdown (CommonMark with tables). HTML in the text is shown as text. */
export const Body = z.string().check(z.minLength(1), z.maxLength(100_000))
export const Sentence = z.string().check(z.trim(), z.maxLength(500))
const Handle = z.string().check(z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/), z.maxLength(100))
const Link = z.string().check(
  z.maxLength(500),
  z.refine((link) => isSafeLink(link), 'This link leaves the shop'),
)

/** The target of a menu entry: a path of the shop, or an https link to any site. */
const WebLink = z
  .string()
  .check(z.maxLength(500), z.refine(isWebLink, 'Enter a path of the shop, such as /products, or an https link'))

const content = { reads: 'content:read', writes: 'content:write' } as const
const numbered = { key: 'id', keyType: StaffId } as const

const PageFields = z.object({ title: Title, body: Body, description: Sentence })
export const StaffPageThing = z.extend(PageFields, { id: z.int(), updated_at: StaffTime })

export const {
  list: listPages,
  get: getPage,
  create: createPage,
  edit: editPage,
  remove: removePage,
} = defineStaffResource({
  ...content,
  ...numbered,
  path: '/pages',
  one: 'an information page',
  many: 'information pages',
  fields: PageFields,
  create: z.extend(PageFields, { description: z._default(Sentence, '') }),
  output: StaffPageThing,
  example: {
    key: 1,
    create: { title: 'Care guide', body: '## Linen\nWash it cold.\n\n- Dry it flat' },
    edit: { description: 'How to keep linen for years.' },
  },
})

const PostFields = z.object({
  handle: Handle,
  title: Title,
  summary: Sentence,
  body: Body,
  image: z.nullable(Link),
  author: z.string().check(z.trim(), z.maxLength(100)),
  /** The publication time. A post with a future time is a draft until then. */
  published_at: StaffTime,
})
export const StaffPost = z.extend(PostFields, { id: z.int() })

export const {
  list: listPosts,
  get: getPost,
  create: createPost,
  edit: editPost,
  remove: removePost,
} = defineStaffResource({
  ...content,
  ...numbered,
  path: '/posts',
  one: 'a blog post',
  many: 'blog posts, including scheduled posts',
  fields: PostFields,
  create: z.extend(PostFields, {
    summary: z._default(Sentence, ''),
    image: z._default(z.nullable(Link), null),
    author: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
  }),
  output: StaffPost,
  example: {
    key: 1,
    create: {
      handle: 'autumn-wool',
      title: 'Autumn in wool',
      body: 'Where our wool comes from.',
      published_at: '2026-10-01T08:00:00Z',
    },
    edit: { summary: 'A visit to the mill.' },
  },
})

const TestFields = z.object({
  title: Title,
  body: Body,
  image: z.nullable(Link),
  product_id: z.nullable(RowId),
  is_open: z.boolean(),
  starts_at: StaffTime,
  ends_at: z.nullable(StaffTime),
})
export const StaffProductTest = z.extend(TestFields, { id: z.int() })

export const {
  list: listProductTests,
  get: getStaffProductTest,
  create: createProductTest,
  edit: editProductTest,
  remove: removeProductTest,
} = defineStaffResource({
  ...content,
  ...numbered,
  path: '/product-tests',
  one: 'a product test invitation',
  many: 'product test invitations',
  fields: TestFields,
  create: z.extend(TestFields, {
    image: z._default(z.nullable(Link), null),
    product_id: z._default(z.nullable(RowId), null),
    is_open: z._default(z.boolean(), true),
    ends_at: z._default(z.nullable(StaffTime), null),
  }),
  output: StaffProductTest,
  example: {
    key: 1,
    create: { title: 'Try our new knit', body: 'Ten people wear it for a month.', starts_at: '2026-10-01T08:00:00Z' },
    edit: { is_open: false },
  },
})

const linkTypes = ['group', 'term_list', 'blog', 'product_test', 'custom_link'] as const
const NavigationFields = z.object({
  parent_id: z.nullable(RowId),
  name: filledText(100),
  /** The type of the target: a group of entries, a page, the blog or a post, a product test, or any link. */
  link_type: z.enum(linkTypes),
  page_id: z.nullable(RowId),
  post_id: z.nullable(RowId),
  product_test_id: z.nullable(RowId),
  link: z.nullable(WebLink),
  sort: z.int().check(z.gte(-100_000), z.lte(100_000)),
  is_visible: z.boolean(),
})
export const StaffNavigationItem = z.extend(NavigationFields, { id: z.int() })
const none = z._default(z.nullable(RowId), null)

export const {
  list: listNavigation,
  get: getNavigationItem,
  create: createNavigationItem,
  edit: editNavigationItem,
  remove: removeNavigationItem,
} = defineStaffResource({
  ...content,
  ...numbered,
  path: '/navigation',
  one: 'a navigation entry',
  many: 'navigation entries',
  fields: NavigationFields,
  create: z.extend(NavigationFields, {
    parent_id: none,
    page_id: none,
    post_id: none,
    product_test_id: none,
    link: z._default(z.nullable(WebLink), null),
    sort: z._default(NavigationFields.shape.sort, 0),
    is_visible: z._default(z.boolean(), true),
  }),
  output: StaffNavigationItem,
  example: {
    key: 1,
    create: { name: 'New in', link_type: 'custom_link', link: catalogueLink, sort: 5 },
    edit: { is_visible: false },
  },
})
