import { useT } from '#web/i18n/use-t.ts'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import { ProductImage } from '#web/parts/product-image.tsx'
import { AppBar } from '#web/ui/app-bar.tsx'
import { Page, Section } from '#web/ui/page.tsx'
import { Skeleton, SkeletonBlock, SkeletonLine } from '#web/ui/skeleton.tsx'

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
