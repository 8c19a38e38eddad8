import { getRouteApi, notFound } from '@tanstack/react-router'
import { listCollected } from '#features/catalogue/product-list.contract.ts'
import { readProductQuery } from '#features/catalogue/product-list.rules.ts'
import { catalogueLink, wishlistLink } from '#links/catalogue.links.ts'
import { EmptyView } from '#ui/content/empty-view.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { ButtonLink } from '#ui/layout/link.tsx'
import { Section } from '#ui/layout/page.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import type { WebContext } from '#web/root.tsx'
import { ProductGrid } from '../parts/product-grid.tsx'
import { CartLink } from '../parts/shop-bar.tsx'
import { ShopPage } from '../parts/shop-page.tsx'

export { CollectSkeleton } from './list-skeletons.tsx'

const route = getRouteApi('/account/collect')

export function loadWishlist({ context, deps }: { context: WebContext; deps: { page?: string } }) {
  if (context.site.open_collect !== '1') throw notFound()
  return context.load(listCollected, { page: readProductQuery(deps).page, currency: context.site.currency })
}

/**
 * Renders the wishlist. A removed product stays visible until the page is opened again, so that a mistake can be
 * undone.
 */
export function CollectPage() {
  const t = useT()
  const goBack = useGoBack()
  const { data, meta } = route.useLoaderData()
  return (
    <ShopPage header={<AppBar title={t('Wishlist')} onBack={goBack} end={<CartLink />} />}>
      {meta.pagination.total === 0 ? (
        <Section first flush>
          <EmptyView line={t('Tap the heart of a product to keep it here.')}>
            <ButtonLink href={catalogueLink} tone="secondary">
              {t('All products')}
            </ButtonLink>
          </EmptyView>
        </Section>
      ) : (
        <Section first aria-label={t('Wishlist')}>
          <ProductGrid cards={data} eager />
          <Pager pagination={meta.pagination} hrefOf={wishlistLink} />
        </Section>
      )}
    </ShopPage>
  )
}
