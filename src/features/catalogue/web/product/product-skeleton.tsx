import { Skeleton, SkeletonBlock, SkeletonLine } from '#ui/content/skeleton.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { Page, Section } from '#ui/layout/page.tsx'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import { ProductImage } from '#web/parts/product-image.tsx'

export function ProductSkeleton() {
  const t = useT()
  const goBack = useGoBack()
  return (
    <Page header={<AppBar title={t('Product')} onBack={goBack} />}>
      <Section first>
        <Skeleton>
          <ProductImage src={null} alt="" />
          <SkeletonLine title width="long" />
          <SkeletonLine width="short" />
          <SkeletonBlock />
        </Skeleton>
      </Section>
    </Page>
  )
}
