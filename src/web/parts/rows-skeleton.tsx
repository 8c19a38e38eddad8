import { accountLink } from '#links/account.links.ts'
import { Skeleton, SkeletonLine } from '#ui/content/skeleton.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { Page, Section } from '#ui/layout/page.tsx'
import { useGoBack, useGoUp } from '../navigation/use-go-back.ts'

/** Renders the placeholder for slow connections: the next page's title and its rows. */
export function RowsSkeleton({ title, isTop }: { title: string; isTop?: boolean }) {
  const t = useT()
  const goBack = useGoBack(accountLink)
  const goUp = useGoUp(accountLink)
  return (
    <Page header={<AppBar title={t(title)} onBack={isTop ? goUp : goBack} />}>
      <Section first>
        <Skeleton>
          <SkeletonLine width="medium" />
          <SkeletonLine width="long" />
          <SkeletonLine width="medium" />
          <SkeletonLine width="long" />
        </Skeleton>
      </Section>
    </Page>
  )
}
