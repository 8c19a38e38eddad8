import { useT } from '#web/i18n/use-t.ts'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { Page, Section } from '#web/ui/page.tsx'
import { Skeleton, SkeletonImage, SkeletonLine, SkeletonRow } from '#web/ui/skeleton.tsx'

export function OrderListSkeleton() {
  const t = useT()
  const goBack = useGoBack()
  return (
    <Page header={<AppBar title={t('My Orders')} onBack={goBack} />}>
      <OrderCardSkeletons />
    </Page>
  )
}

/** Three cards in the measures of real ones. */
export function OrderCardSkeletons() {
  return (
    <>
      {[1, 2, 3].map((card) => (
        <Section key={card}>
          <Skeleton>
            <SkeletonRow>
              <SkeletonLine width="medium" />
              <SkeletonLine width="short" />
            </SkeletonRow>
            <SkeletonRow>
              <SkeletonImage />
              <SkeletonImage />
              <SkeletonImage />
            </SkeletonRow>
            <SkeletonLine width="medium" />
          </Skeleton>
        </Section>
      ))}
    </>
  )
}
