import { Skeleton, SkeletonBlock, SkeletonImage, SkeletonLine, SkeletonRow } from '#ui/content/skeleton.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { Page, Section } from '#ui/layout/page.tsx'
import { useGoBack } from '#web/navigation/use-go-back.ts'

export function RequestReturnSkeleton() {
  const t = useT()
  const goBack = useGoBack()
  return (
    <Page header={<AppBar title={t('Refund Application')} onBack={goBack} />}>
      <Section>
        <Skeleton>
          <SkeletonRow>
            <SkeletonImage size="line" />
            <SkeletonLine width="medium" />
          </SkeletonRow>
          <SkeletonLine width="short" />
          <SkeletonBlock />
          <SkeletonLine width="medium" />
          <SkeletonBlock height="ticket" />
        </Skeleton>
      </Section>
    </Page>
  )
}

export function ReturnDetailSkeleton() {
  const t = useT()
  const goBack = useGoBack()
  return (
    <Page header={<AppBar title={t('Return Details')} onBack={goBack} />}>
      <Section first>
        <Skeleton>
          <SkeletonLine title width="medium" />
          <SkeletonLine width="short" />
          <SkeletonBlock />
        </Skeleton>
      </Section>
      <Section>
        <Skeleton>
          <SkeletonLine width="medium" />
          <SkeletonRow>
            <SkeletonImage size="line" />
            <SkeletonLine width="medium" />
          </SkeletonRow>
        </Skeleton>
      </Section>
    </Page>
  )
}
