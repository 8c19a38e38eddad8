import { isPlainQuery, readProductQuery, toProductListHref } from '#features/catalogue/product-list.rules.ts'
import { catalogueLink, categoryLink, homeLink } from '#links/catalogue.links.ts'
import { pageHead, toAddress } from '#web/navigation/page-head.ts'
import { type HeadInput, type WebContext, wordsOf } from '#web/root.tsx'
import { describePath } from '../structured-data.ts'
import { loadProducts } from './load-products.ts'

type LoaderInput = { context: WebContext; deps: Record<string, string> }

export function loadCatalogue({ context, deps }: LoaderInput) {
  return loadProducts(context, deps)
}

export function headCatalogue({ match: { context }, loaderData }: HeadInput<typeof loadCatalogue>) {
  const t = wordsOf(context)
  const query = loaderData?.query ?? readProductQuery({})
  return pageHead(context, {
    title: t('All products'),
    description: t('Everything in the shop, newest first.'),
    path: toProductListHref(catalogueLink, { ...readProductQuery({}), page: query.page }),
    isHidden: !isPlainQuery(query),
  })
}

export function loadCategory({ context, deps, params }: LoaderInput & { params: { category: string } }) {
  return loadProducts(context, deps, params.category)
}

type CategoryHead = HeadInput<typeof loadCategory> & { params: { category: string } }

export function headCategory({ match: { context }, loaderData, params }: CategoryHead) {
  const query = loaderData?.query ?? readProductQuery({})
  const name = loaderData?.list.meta.category?.name ?? ''
  const path = categoryLink(params.category)
  const steps = [
    { name: context.site.name, path: homeLink },
    { name, path },
  ]
  return pageHead(context, {
    title: name,
    description: wordsOf(context)('{category} at {shop}: sizes, colours and prices, newest first.', {
      category: name,
      shop: context.site.name,
    }),
    path: toProductListHref(path, { ...readProductQuery({}), page: query.page }),
    image: loaderData?.list.data[0]?.image ?? null,
    isHidden: !isPlainQuery(query),
    facts: [describePath(steps, (to) => toAddress(context.site.publicUrl, to))],
  })
}
