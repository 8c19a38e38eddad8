import { Skeleton, SkeletonBlock, SkeletonLine } from '#ui/content/skeleton.tsx'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { Page, Section } from '#ui/layout/page.tsx'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import { useSite } from '#web/session/site.ts'

export function PageSkeleton() {
  const goBack = useGoBack()
  const { name } = useSite()
  return (
    <Page header={<AppBar title={name} onBack={goBack} />}>
      <Section first>
        <Skeleton>
          <SkeletonBlock height="banner" />
          <SkeletonLine title width="long" />
          <SkeletonLine />
          <SkeletonLine />
          <SkeletonLine width="medium" />
        </Skeleton>
      </Section>
    </Page>
  )
}
