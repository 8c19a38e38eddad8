import type { PublishedReviews } from '#features/reviews/reviews.contract.ts'
import type { Product } from './catalogue.contract.ts'

type Shown = { toAddress: (path: string) => string; siteName: string }

/** A product in the words of schema.org: what it costs, whether it can be had, what others say. */
export function describeProduct(product: Product, reviews: PublishedReviews | null, { toAddress, siteName }: Shown) {
  const url = toAddress(`/products/${product.handle}`)
  const prices = product.skus
    .map(({ price }) => price)
    .sort((one, other) => Number(one.price_value) - Number(other.price_value))
  const [lowest, highest] = [prices[0], prices.at(-1)]
  const isInStock = product.status === 1 && product.skus.some(({ inventory }) => inventory > 0)
  const isPresale = product.type_name === 'pre_sale'
  const summary = reviews?.meta.summary
  return {
    '@type': 'Product',
    name: product.name,
    description: product.description,
    url,
    image: product.images.map(({ path }) => toAddress(path)),
    productID: String(product.id),
    brand: { '@type': 'Brand', name: siteName },
    category: product.product_basic_category.name,
    ...(lowest &&
      highest && {
        offers: {
          '@type': 'AggregateOffer',
          url,
          priceCurrency: lowest.code,
          lowPrice: lowest.price_value,
          highPrice: highest.price_value,
          offerCount: product.skus.length,
          availability: `https://schema.org/${isInStock ? (isPresale ? 'PreOrder' : 'InStock') : 'OutOfStock'}`,
        },
      }),
    ...(summary &&
      summary.total > 0 && {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: summary.average.toFixed(1),
          reviewCount: summary.total,
          bestRating: 5,
        },
        review: reviews.data.map((review) => ({
          '@type': 'Review',
          author: { '@type': 'Person', name: review.author },
          datePublished: review.created_at.slice(0, 10),
          reviewBody: review.content,
          reviewRating: { '@type': 'Rating', ratingValue: review.rank / 20, bestRating: 5 },
        })),
      }),
  }
}

/** Where a page stands in the shop, from the top down. */
export function describePath(steps: { name: string; path: string }[], toAddress: Shown['toAddress']) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: toAddress(path),
    })),
  }
}

/** The shop itself, and how it is searched. */
export function describeShop({ toAddress, siteName }: Shown) {
  return {
    '@type': 'WebSite',
    name: siteName,
    url: toAddress('/'),
    potentialAction: {
      '@type': 'SearchAction',
      target: `${toAddress('/search')}?q={search_term_string}`,
      'query-input': 'required name=search_term_string',
    },
  }
}
