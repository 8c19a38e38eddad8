import { Skeleton, SkeletonImage, SkeletonLine, SkeletonRow } from '#ui/content/skeleton.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { Page, Section } from '#ui/layout/page.tsx'
import { useGoBack } from '#web/navigation/use-go-back.ts'

export function OrderListSkeleton() {
  const t = useT()
  const goBack = useGoBack()
  return (
    <Page header={<AppBar title={t('My Orders')} onBack={goBack} />}>
      <OrderCardSkeletons />
    </Page>
  )
}

/** Renders three placeholder cards with the size of real ones. */
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
