import { useT } from '#web/i18n/use-t.ts'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { Page, Section } from '#web/ui/page.tsx'
import { Skeleton, SkeletonBlock, SkeletonImage, SkeletonLine, SkeletonRow } from '#web/ui/skeleton.tsx'

export function ReviewSkeleton() {
  const t = useT()
  const goBack = useGoBack()
  return (
    <Page header={<AppBar title={t('Review')} onBack={goBack} />}>
      <Section first>
        <Skeleton>
          <SkeletonRow>
            <SkeletonImage size="thumb" />
            <SkeletonLine width="medium" />
          </SkeletonRow>
          <SkeletonLine title width="medium" />
          <SkeletonBlock height="ticket" />
          <SkeletonBlock />
        </Skeleton>
      </Section>
    </Page>
  )
}

export function CustomerReviewsSkeleton() {
  const t = useT()
  const goBack = useGoBack()
  return (
    <Page header={<AppBar title={t('Customer Reviews')} onBack={goBack} />}>
      <Section first>
        <Skeleton>
          <SkeletonBlock height="ticket" />
          <SkeletonLine />
          <SkeletonLine width="long" />
          <SkeletonLine width="medium" />
        </Skeleton>
      </Section>
    </Page>
  )
}
