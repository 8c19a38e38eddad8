import { useT } from '#web/i18n/use-t.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { Page, Section } from '#web/ui/page.tsx'
import { Skeleton, SkeletonLine } from '#web/ui/skeleton.tsx'
import { useGoBack } from '#web/use-go-back.ts'

/** A slow line answers a tap at once: the next page's name, and where its rows will be. */
function RowsSkeleton({ title, back = '/account/setting' }: { title: string; back?: string }) {
  const t = useT()
  const goBack = useGoBack(back)
  return (
    <Page header={<AppBar title={t(title)} onBack={goBack} />}>
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

export const SettingSkeleton = () => <RowsSkeleton title="Settings" back="/account" />
export const CurrencySkeleton = () => <RowsSkeleton title="Currency" />
export const LanguageSkeleton = () => <RowsSkeleton title="Language" />
export const ChangePasswordSkeleton = () => <RowsSkeleton title="Change Password" />
