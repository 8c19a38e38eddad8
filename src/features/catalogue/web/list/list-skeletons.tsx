import { Skeleton, SkeletonBlock, SkeletonLine } from '#ui/content/skeleton.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { Section } from '#ui/layout/page.tsx'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import { ProductGridSkeleton } from '../parts/product-grid-skeleton.tsx'
import { ShopBar } from '../parts/shop-bar.tsx'
import { ShopPage } from '../parts/shop-page.tsx'

export function HomeSkeleton() {
  return (
    <ShopPage header={<ShopBar isHome />}>
      <Skeleton>
        <SkeletonBlock height="banner" />
      </Skeleton>
      <Section first>
        <ProductGridSkeleton />
      </Section>
    </ShopPage>
  )
}

export function ProductListSkeleton() {
  return (
    <ShopPage header={<ShopBar />}>
      <Section first>
        <Skeleton>
          <SkeletonLine title width="medium" />
          <SkeletonBlock />
        </Skeleton>
      </Section>
      <Section>
        <ProductGridSkeleton />
      </Section>
    </ShopPage>
  )
}

export function CollectSkeleton() {
  const t = useT()
  const goBack = useGoBack()
  return (
    <ShopPage header={<AppBar title={t('Wishlist')} onBack={goBack} />}>
      <Section first>
        <ProductGridSkeleton />
      </Section>
    </ShopPage>
  )
}
