import SearchX from 'lucide-react/icons/search-x'
import { msg } from '#contract/text/translate.ts'
import { orderListLink } from '#links/account.links.ts'
import { FailedView } from '#ui/content/empty-view.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { TextLink } from '#ui/layout/link.tsx'
import { Page, PageStrip, Section } from '#ui/layout/page.tsx'
import { useGoBack } from './use-go-back.ts'

/** Renders the page of a missing order or return. An order or return of another shopper shows the same page. */
function MissingPage({ title, message }: { title: string; message: string }) {
  const t = useT()
  const goBack = useGoBack()
  return (
    <Page header={<AppBar title={t(title)} onBack={goBack} />}>
      <Section first flush>
        <FailedView
          icon={SearchX}
          title={t(message)}
          line={t('The link may be incomplete, or it belongs to another account.')}
        />
      </Section>
      <PageStrip centred>
        <TextLink href={orderListLink()}>{t('Go to your orders')}</TextLink>
      </PageStrip>
    </Page>
  )
}

export function MissingOrder() {
  return <MissingPage {...{ title: msg('Order Details'), message: msg('We couldn’t find this order') }} />
}

export function MissingReturn() {
  return <MissingPage {...{ title: msg('Return Details'), message: msg('We couldn’t find this return') }} />
}
