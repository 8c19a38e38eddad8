import { Skeleton, SkeletonImage, SkeletonLine, SkeletonRow } from '#ui/content/skeleton.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { Page, Section } from '#ui/layout/page.tsx'
import { useGoBack } from '#web/navigation/use-go-back.ts'

export function CartSkeleton() {
  const t = useT()
  const goBack = useGoBack()
  return (
    <Page header={<AppBar title={t('Cart')} onBack={goBack} />} aside={null}>
      <Section first>
        <Skeleton>
          {[1, 2, 3].map((line) => (
            <SkeletonRow key={line}>
              <SkeletonImage size="line" />
              <SkeletonLine width="long" />
            </SkeletonRow>
          ))}
        </Skeleton>
      </Section>
    </Page>
  )
}
