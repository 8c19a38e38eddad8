import { Skeleton, SkeletonBlock, SkeletonImage, SkeletonLine, SkeletonRow } from '#ui/content/skeleton.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { Page, Section } from '#ui/layout/page.tsx'
import { useGoBack } from '#web/navigation/use-go-back.ts'

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
