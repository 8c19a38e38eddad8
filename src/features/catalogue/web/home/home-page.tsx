import { getRouteApi } from '@tanstack/react-router'
import { listProducts } from '#features/catalogue/product-list.contract.ts'
import { catalogueLink, homeLink } from '#links/catalogue.links.ts'
import { useT } from '#ui/i18n/use-t.ts'
import { Section, SectionLink, SectionTitle } from '#ui/layout/page.tsx'
import { pageHead, toAddress } from '#web/navigation/page-head.ts'
import { SiteFoot } from '#web/parts/page/site-foot.tsx'
import { describeSite, type HeadInput, type WebContext } from '#web/root.tsx'
import { useSite } from '#web/session/site.ts'
import { AdArea } from '#widget/advert/ad-area.tsx'
import { loadAdvert } from '#widget/advert/load-advert.ts'
import { CouponWidget } from '#widget/coupon/coupon-widget.tsx'
import { loadCategories, toTiles } from '../list/load-products.ts'
import { ProductGrid } from '../parts/product-grid.tsx'
import { ShopBar } from '../parts/shop-bar.tsx'
import { ShopPage } from '../parts/shop-page.tsx'
import { describeShop } from '../structured-data.ts'
import { CategoryStrip } from './category-strip.tsx'
import { EmptyShop } from './empty-shop.tsx'
import styles from './home-page.module.css'

export { HomeSkeleton } from '../list/list-skeletons.tsx'

const route = getRouteApi('/')

export async function loadHome({ context }: { context: WebContext }) {
  const [banner, widget, arrivals, categories] = await Promise.all([
    loadAdvert(context.call, 'home'),
    loadAdvert(context.call, 'account'),
    context.load(listProducts, { limit: 8, currency: context.site.currency }),
    loadCategories(context),
  ])
  return {
    banner,
    // The coupons of the account page are offered to everyone. The other adverts of that page are not shown here.
    coupons: widget?.link_type === 'coupon_module' && widget.id !== banner?.id ? widget : null,
    arrivals: arrivals.data,
    categories: toTiles(categories),
  }
}

export function headHome({ match: { context } }: HeadInput) {
  const { name, publicUrl } = context.site
  const facts = [describeShop({ siteName: name, toAddress: (path) => toAddress(publicUrl, path) })]
  return pageHead(context, { description: describeSite(context), path: homeLink, facts })
}

export function HomePage() {
  const t = useT()
  const { name } = useSite()
  const { banner, coupons, arrivals, categories } = route.useLoaderData()
  return (
    <ShopPage header={<ShopBar isHome />}>
      <div className={styles.adverts}>
        <AdArea pos="home" advert={banner} eager Widget={CouponWidget} />
        <AdArea pos="account" advert={coupons} Widget={CouponWidget} />
      </div>
      {arrivals.length === 0 && <EmptyShop />}
      {arrivals.length > 0 && (
        <Section first aria-labelledby="just-landed">
          <SectionTitle id="just-landed" end={<SectionLink href={catalogueLink}>{t('All-1')}</SectionLink>}>
            {t('Just landed')}
          </SectionTitle>
          <ProductGrid cards={arrivals} />
        </Section>
      )}
      {categories.length > 0 && (
        <Section aria-labelledby="categories">
          <SectionTitle id="categories">{t('Categories')}</SectionTitle>
          <CategoryStrip label={t('Categories')} categories={categories} />
        </Section>
      )}
      <SiteFoot name={name} />
    </ShopPage>
  )
}
