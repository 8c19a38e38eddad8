import { accountLink } from '#links/account.links.ts'
import { Skeleton, SkeletonLine } from '#ui/content/skeleton.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { Page, Section } from '#ui/layout/page.tsx'
import { useGoBack } from '#web/navigation/use-go-back.ts'

export function AddressBookSkeleton() {
  const t = useT()
  const goBack = useGoBack(accountLink)
  return (
    <Page header={<AppBar title={t('Address Book')} onBack={goBack} />}>
      {['first', 'second'].map((one) => (
        <Section key={one} first={one === 'first'}>
          <Skeleton>
            <SkeletonLine width="medium" />
            <SkeletonLine />
            <SkeletonLine width="short" />
          </Skeleton>
        </Section>
      ))}
    </Page>
  )
}
