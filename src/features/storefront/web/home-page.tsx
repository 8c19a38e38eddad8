import { getRouteApi } from '@tanstack/react-router'
import { catalogueLink } from '#links/storefront.links.ts'
import { useT } from '#web/i18n/use-t.ts'
import { SiteFoot } from '#web/parts/site-foot.tsx'
import { useSite } from '#web/site.ts'
import { Section, SectionLink, SectionTitle } from '#web/ui/page.tsx'
import { AdArea } from '#widget/ad-area.tsx'
import { CouponWidget } from '#widget/coupon-widget.tsx'
import { CategoryStrip } from './category-strip.tsx'
import { EmptyShop } from './empty-shop.tsx'
import styles from './home-page.module.css'
import { ProductGrid } from './product-grid.tsx'
import { ShopBar } from './shop-bar.tsx'
import { ShopPage } from './shop-page.tsx'

export { HomeSkeleton } from './list-skeletons.tsx'

const route = getRouteApi('/')

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
