import { DarkHeader } from '#web/parts/page/dark-header.tsx'
import { Page, Section } from '#web/ui/page.tsx'
import { Skeleton, SkeletonBlock, SkeletonLine } from '#web/ui/skeleton.tsx'

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
