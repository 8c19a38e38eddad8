import { removeMarks } from '#features/pages/pages.rules.ts'
import type { PublishedReviews } from '#features/reviews/reviews.contract.ts'
import { homeLink, productLink, searchLink } from '#links/catalogue.links.ts'
import type { OfferedProduct, OfferTerms, ProductSku } from '../catalogue.contract.ts'
import { availability } from '../catalogue.rules.ts'

type SchemaContext = {
  toAddress: (path: string) => string
  /** Returns the address of a picture as a photo. Returns null for a format that search engines do not accept. */
  toPicture: (path: string) => string | null
  siteName: string
}

/** Returns a product as schema.org data: prices, availability and reviews. */
export function describeProduct(product: OfferedProduct, reviews: PublishedReviews | null, shown: SchemaContext) {
  const { toAddress, toPicture, siteName } = shown
  const summary = reviews?.meta.summary
  return {
    '@type': 'Product',
    name: product.name,
    description: removeMarks(product.description),
    url: toAddress(productLink(product.handle)),
    image: product.images.flatMap(({ path }) => toPicture(path) ?? []),
    productID: String(product.id),
    brand: { '@type': 'Brand', name: siteName },
    category: product.product_basic_category.name,
    ...(product.skus.length > 0 && {
      offers: product.skus.map((sku, at) => describeOffer(product, sku, at === 0, shown)),
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

function describeOffer(
  product: OfferedProduct,
  sku: ProductSku,
  isFirst: boolean,
  { toAddress, toPicture }: SchemaContext,
) {
  const { terms } = product
  const isInStock = product.status === availability.forSale && sku.inventory > 0
  const stock = isInStock ? (product.type_name === 'pre_sale' ? 'PreOrder' : 'InStock') : 'OutOfStock'
  const picture = sku.image && toPicture(sku.image)
  return {
    '@type': 'Offer',
    sku: sku.sku,
    name: [product.name, ...sku.options.map(({ value_name }) => value_name)].join(', '),
    url: toAddress(productLink(product.handle)),
    ...(picture && { image: picture }),
    price: sku.price.price_value,
    priceCurrency: sku.price.code,
    priceValidUntil: terms.price_valid_until,
    availability: `https://schema.org/${stock}`,
    itemCondition: 'https://schema.org/NewCondition',
    // The terms are the same for every SKU, so the first SKU defines the terms and the other SKUs refer to them.
    shippingDetails: terms.shipping.map((method, at) => ({
      '@id': `#shipping-${at + 1}`,
      ...(isFirst && describeShipping(method, terms)),
    })),
    hasMerchantReturnPolicy: { '@id': '#returns', ...(isFirst && describeReturns(product)) },
  }
}

function describeShipping({ price, min_days, max_days }: OfferTerms['shipping'][number], { ships_to }: OfferTerms) {
  return {
    '@type': 'OfferShippingDetails',
    shippingRate: { '@type': 'MonetaryAmount', value: price.price_value, currency: price.code },
    ...(ships_to.length > 0 && { shippingDestination: { '@type': 'DefinedRegion', addressCountry: ships_to } }),
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      transitTime: { '@type': 'QuantitativeValue', minValue: min_days, maxValue: max_days, unitCode: 'DAY' },
    },
  }
}

function describeReturns({ return_block_reason, terms }: OfferedProduct) {
  const category = return_block_reason ? 'MerchantReturnNotPermitted' : 'MerchantReturnFiniteReturnWindow'
  return {
    '@type': 'MerchantReturnPolicy',
    ...(terms.ships_to.length > 0 && { applicableCountry: terms.ships_to }),
    returnPolicyCategory: `https://schema.org/${category}`,
    ...(!return_block_reason && {
      merchantReturnDays: terms.return_days,
      returnMethod: 'https://schema.org/ReturnByMail',
    }),
  }
}

/** Returns the breadcrumbs of a page, from the home page down. */
export function describePath(steps: { name: string; path: string }[], toAddress: SchemaContext['toAddress']) {
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

/** Returns the shop and its search as schema.org data. */
export function describeShop({ toAddress, siteName }: Omit<SchemaContext, 'toPicture'>) {
  return {
    '@type': 'WebSite',
    name: siteName,
    url: toAddress(homeLink),
    potentialAction: {
      '@type': 'SearchAction',
      target: `${toAddress(searchLink)}?q={search_term_string}`,
      'query-input': 'required name=search_term_string',
    },
  }
}
