import { Skeleton, SkeletonBlock, SkeletonImage, SkeletonLine, SkeletonRow } from '#ui/content/skeleton.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { Page, Section } from '#ui/layout/page.tsx'
import { useGoBack } from '#web/navigation/use-go-back.ts'

export function OrderDetailSkeleton() {
  const t = useT()
  const goBack = useGoBack()
  return (
    <Page header={<AppBar title={t('Order Details')} onBack={goBack} />}>
      <Section first>
        <Skeleton>
          <SkeletonLine title width="medium" />
          <SkeletonLine width="long" />
        </Skeleton>
      </Section>
      <Section>
        <Skeleton>
          <SkeletonLine width="medium" />
          <SkeletonLine />
        </Skeleton>
      </Section>
      <Section>
        <Skeleton>
          <SkeletonRow>
            <SkeletonImage size="line" />
            <SkeletonLine width="long" />
          </SkeletonRow>
          <SkeletonRow>
            <SkeletonImage size="line" />
            <SkeletonLine width="long" />
          </SkeletonRow>
          <SkeletonBlock />
        </Skeleton>
      </Section>
    </Page>
  )
}
