import { contactLink, ticketsLink } from '#links/support.links.ts'
import { Skeleton, SkeletonBlock, SkeletonLine } from '#ui/content/skeleton.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { Page, Section } from '#ui/layout/page.tsx'
import { useGoBack } from '#web/navigation/use-go-back.ts'

export function ContactSkeleton() {
  const t = useT()
  const goBack = useGoBack()
  return (
    <Page header={<AppBar title={t('Contact Us')} onBack={goBack} />}>
      <Section first>
        <Skeleton>
          <SkeletonLine title width="medium" />
          <SkeletonLine width="long" />
          <SkeletonBlock />
        </Skeleton>
      </Section>
    </Page>
  )
}

export function TicketsSkeleton() {
  const t = useT()
  const goBack = useGoBack(contactLink)
  return (
    <Page header={<AppBar title={t('My tickets')} onBack={goBack} />}>
      {['first', 'second', 'third'].map((one) => (
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

export function TicketSkeleton() {
  const t = useT()
  const goBack = useGoBack(ticketsLink)
  return (
    <Page header={<AppBar title={t('Ticket')} onBack={goBack} />}>
      <Section first>
        <Skeleton>
          <SkeletonLine title width="medium" />
          <SkeletonLine width="long" />
        </Skeleton>
      </Section>
      <Section>
        <Skeleton>
          <SkeletonLine width="short" />
          <SkeletonLine />
          <SkeletonLine width="long" />
        </Skeleton>
      </Section>
    </Page>
  )
}

export function LookupSkeleton() {
  return (
    <Section>
      <FormSkeleton />
    </Section>
  )
}

export function FormSkeleton() {
  return (
    <Skeleton>
      <SkeletonLine width="short" />
      <SkeletonBlock />
      <SkeletonLine width="short" />
      <SkeletonBlock />
    </Skeleton>
  )
}
