import { useT } from '#web/i18n/use-t.ts'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { Page, Section } from '#web/ui/page.tsx'
import { Skeleton, SkeletonImage, SkeletonLine, SkeletonRow } from '#web/ui/skeleton.tsx'

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
