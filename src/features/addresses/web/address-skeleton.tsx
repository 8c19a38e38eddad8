import { accountLink } from '#links/account.links.ts'
import { useT } from '#web/i18n/use-t.ts'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { Page, Section } from '#web/ui/page.tsx'
import { Skeleton, SkeletonLine } from '#web/ui/skeleton.tsx'

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
