import { getRouteApi } from '@tanstack/react-router'
import { informationLink } from '#links/pages.links.ts'
import { contactLink } from '#links/support.links.ts'
import { Literal } from '#ui/content/literal.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { TextLink } from '#ui/layout/link.tsx'
import { Page, PageStrip, Section } from '#ui/layout/page.tsx'
import { pageHead } from '#web/navigation/page-head.ts'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import { RichText } from '#web/parts/page/rich-text.tsx'
import type { HeadInput, WebContext } from '#web/root.tsx'
import { getInformationPage } from '../pages.contract.ts'
import { formatDescription } from '../pages.rules.ts'
import styles from './pages.module.css'

export { PageSkeleton } from './page-skeleton.tsx'

const route = getRouteApi('/information/$title')

export function loadInformation({ context, params }: { context: WebContext; params: { title: string } }) {
  return context.load(getInformationPage, { title: params.title })
}

export function headInformation({ match: { context }, loaderData: page }: HeadInput<typeof loadInformation>) {
  if (!page) return {}
  const description = page.description || formatDescription(page.body)
  return pageHead(context, { title: page.title, description, path: informationLink(page.own_title) })
}

export function InformationPage() {
  const t = useT()
  const goBack = useGoBack()
  const page = route.useLoaderData()
  return (
    <Page header={<AppBar title={page.title} onBack={goBack} />}>
      <Section first>
        <article>
          <RichText html={page.html} />
          <p className={styles.meta}>
            <span>{t('Last changed')}</span> <Literal>{page.updated_at.slice(0, 10)}</Literal>
          </p>
        </article>
      </Section>
      <PageStrip centred>
        <TextLink href={contactLink}>{t('Contact us')}</TextLink>
      </PageStrip>
    </Page>
  )
}
