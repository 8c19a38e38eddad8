import * as z from 'zod/mini'
import { defineCall } from '#contract/calls/call.ts'
import { bare, inData } from '#contract/calls/envelopes.ts'
import { Pagination, Paging, TypedRowId } from '#contract/calls/fields.ts'

const Name = z.string().check(z.minLength(1), z.maxLength(200))

const Text = {
  /** The text in Markdown. */
  body: z.string(),
  /** The text as safe HTML, which pages insert unchanged. */
  html: z.string(),
}

export const InformationPage = z.object({
  title: z.string(),
  /** The title in the shop's first language, which is part of the page's address. */
  own_title: z.string(),
  description: z.string(),
  ...Text,
  updated_at: z.string(),
})
export type InformationPage = z.output<typeof InformationPage>

export const getInformationPage = defineCall({
  method: 'GET',
  path: '/rest/information/:title',
  about: 'Returns an information page by title, such as the terms or a policy.',
  access: 'anyone',
  envelope: inData,
  input: z.object({ title: Name }),
  output: InformationPage,
})

export const getLegalPages = defineCall({
  method: 'GET',
  path: '/rest/legal-pages',
  about:
    'Returns whether both the terms and the privacy notice are published. Forms link to these pages only while both exist.',
  access: 'anyone',
  envelope: inData,
  input: z.object({}),
  output: z.object({ are_published: z.boolean() }),
})

export const BlogCard = z.object({
  handle: z.string(),
  title: z.string(),
  summary: z.string(),
  image: z.nullable(z.string()),
  author: z.string(),
  published_at: z.string(),
})
export type BlogCard = z.output<typeof BlogCard>

export const listBlogPosts = defineCall({
  method: 'GET',
  path: '/rest/blog',
  about: 'Lists the published blog posts, newest first.',
  access: 'anyone',
  envelope: bare,
  input: z.object({ ...Paging }),
  output: z.object({ data: z.array(BlogCard), meta: z.object({ pagination: Pagination }) }),
})

export const BlogPost = z.extend(BlogCard, Text)
export type BlogPost = z.output<typeof BlogPost>

export const getBlogPost = defineCall({
  method: 'GET',
  path: '/rest/blog/:handle',
  about: 'Returns a published blog post.',
  access: 'anyone',
  envelope: inData,
  input: z.object({ handle: Name }),
  output: BlogPost,
})

export const ProductTest = z.object({
  id: z.int(),
  title: z.string(),
  ...Text,
  image: z.nullable(z.string()),
  /** True while shoppers can still take part. */
  is_open: z.boolean(),
  starts_at: z.string(),
  ends_at: z.nullable(z.string()),
  product: z.nullable(z.object({ handle: z.string(), name: z.string() })),
})
export type ProductTest = z.output<typeof ProductTest>

export const getProductTest = defineCall({
  method: 'GET',
  path: '/rest/new-product-test/:id',
  about: 'Returns one product test invitation.',
  access: 'anyone',
  envelope: inData,
  input: z.object({ id: TypedRowId }),
  output: ProductTest,
})
