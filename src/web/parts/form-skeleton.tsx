import { Skeleton, SkeletonBlock, SkeletonLine } from '#ui/content/skeleton.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { Page, Section } from '#ui/layout/page.tsx'
import { useGoBack } from '../navigation/use-go-back.ts'

/** Renders the placeholder of a screen with two form sections. */
export function FormSkeleton({ title }: { title: string }) {
  const t = useT()
  const goBack = useGoBack()
  return (
    <Page header={<AppBar title={t(title)} onBack={goBack} />} aside={null}>
      <Section first>
        <Skeleton>
          <SkeletonLine title width="medium" />
          <SkeletonBlock />
          <SkeletonBlock />
        </Skeleton>
      </Section>
      <Section>
        <Skeleton>
          <SkeletonLine title width="medium" />
          <SkeletonLine />
          <SkeletonLine width="long" />
        </Skeleton>
      </Section>
    </Page>
  )
}
