import { getProduct } from '#features/catalogue/catalogue.contract.ts'
import { removeMarks } from '#features/pages/pages.rules.ts'
import { listProductReviews } from '#features/reviews/reviews.contract.ts'
import { categoryLink, homeLink, productLink } from '#links/catalogue.links.ts'
import { pageHead, toAddress, toPicture } from '#web/navigation/page-head.ts'
import type { HeadInput, WebContext } from '#web/root.tsx'
import { describePath, describeProduct } from '../structured-data.ts'

export async function loadProduct({
  context,
  params: { handle },
  deps: { preview },
}: {
  context: WebContext
  params: { handle: string }
  deps: { preview?: string }
}) {
  const { currency, reviews_switch } = context.site
  const [product, reviews] = await Promise.all([
    context.load(getProduct, { handle, currency, ...(preview && { preview }) }),
    // After a failure the product is shown without reviews.
    reviews_switch === 'on' ? context.call(listProductReviews, { handle, limit: 5 }).catch(() => null) : null,
  ])
  return { product, reviews }
}

export function headProduct({ match: { context }, loaderData }: HeadInput<typeof loadProduct>) {
  if (!loaderData) return {}
  const { product, reviews } = loaderData
  const { site } = context
  const shown = {
    siteName: site.name,
    toAddress: (path: string) => toAddress(site.publicUrl, path),
    toPicture: (path: string) => toPicture(site.publicUrl, path),
  }
  const description = removeMarks(product.description)
  const about = { title: product.name, description, path: productLink(product.handle) }
  if (product.is_preview) return pageHead(context, { ...about, isHidden: true })
  const category = product.product_basic_category
  const steps = [
    { name: site.name, path: homeLink },
    { name: category.name, path: categoryLink(category.code) },
    { name: product.name, path: productLink(product.handle) },
  ]
  return pageHead(context, {
    ...about,
    image: product.image,
    kind: 'product',
    facts: [describeProduct(product, reviews, shown), describePath(steps, shown.toAddress)],
  })
}
