import { useGoBack } from '#web/navigation/use-go-back.ts'
import { useSite } from '#web/session/site.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { Page, Section } from '#web/ui/page.tsx'
import { Skeleton, SkeletonBlock, SkeletonLine } from '#web/ui/skeleton.tsx'

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
