import { Skeleton, SkeletonBlock, SkeletonLine } from '#ui/content/skeleton.tsx'
import { Page, Section } from '#ui/layout/page.tsx'
import { DarkHeader } from '#web/parts/page/dark-header.tsx'

export function AccountSkeleton() {
  return (
    <Page
      header={
        <DarkHeader>
          <span />
        </DarkHeader>
      }
    >
      <Section first>
        <Skeleton>
          <SkeletonLine title width="medium" />
          <SkeletonBlock height="ticket" />
        </Skeleton>
      </Section>
      <Section>
        <Skeleton>
          <SkeletonLine title width="medium" />
          <SkeletonBlock height="ticket" />
        </Skeleton>
      </Section>
    </Page>
  )
}
