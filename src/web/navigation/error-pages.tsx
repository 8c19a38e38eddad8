import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { accountLink } from '#links/account.links.ts'
import { homeLink, searchLink } from '#links/catalogue.links.ts'
import { Button } from '#ui/buttons/button.tsx'
import { EmptyView, FailedView } from '#ui/content/empty-view.tsx'
import { Skeleton, SkeletonBlock, SkeletonLine } from '#ui/content/skeleton.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { TextLink } from '#ui/layout/link.tsx'
import { Page, PageStrip, Section } from '#ui/layout/page.tsx'
import { isSignInNeeded } from '../data/load.ts'
import { openLoginDialog } from '../session/login-dialog.ts'
import styles from './not-found.module.css'
import { useGoBack } from './use-go-back.ts'

/** Renders the error of a screen whose data failed to load: the reason and the next step. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const t = useT()
  const goBack = useGoBack()
  if (isSignInNeeded(error)) return <GatePage />
  return (
    <Page header={<AppBar title={t('Something went wrong')} onBack={goBack} />}>
      <Section first flush>
        <FailedView />
      </Section>
      <PageStrip centred>
        <TextLink href={accountLink}>{t('Go to your account')}</TextLink>
      </PageStrip>
    </Page>
  )
}

export function NotFoundPage() {
  const t = useT()
  const goBack = useGoBack()
  return (
    <Page header={<AppBar title={t('Not found')} onBack={goBack} />}>
      <Section first flush>
        <EmptyView title={t('Page not found')} line={t('It may have moved, or the address has a typo.')}>
          {/* A plain form, because every screen loads this code, and the field components would be larger than the page
              itself. */}
          {/** biome-ignore lint/a11y/useSemanticElements: the search element is missing from phones that shoppers still use. */}
          <form role="search" action={searchLink} className={styles.search}>
            <label htmlFor="q" className={styles.label}>
              {t('What are you looking for?')}
            </label>
            <input
              id="q"
              name="q"
              type="search"
              enterKeyHint="search"
              autoComplete="off"
              required
              className={styles.input}
            />
            <Button type="submit">{t('Search')}</Button>
          </form>
        </EmptyView>
      </Section>
      <PageStrip centred>
        <TextLink href={homeLink}>{t('Start shopping')}</TextLink>
      </PageStrip>
    </Page>
  )
}

/** Renders the placeholder of a page for signed-in shoppers, with the login dialog above it. */
function GatePage() {
  const t = useT()
  const router = useRouter()
  const goBack = useGoBack()
  useEffect(() => {
    const gate = window.location.href
    openLoginDialog({
      onCancel: () => {
        // The shopper may already have left the page by the browser's Back.
        if (window.location.href === gate) router.navigate({ href: accountLink, replace: true })
      },
    })
  }, [router])
  return (
    <Page header={<AppBar title={router.options.context.site.name} onBack={goBack} />}>
      <Section first>
        <Skeleton>
          <SkeletonLine title width="medium" />
          <SkeletonLine />
          <SkeletonLine width="long" />
          <SkeletonBlock />
        </Skeleton>
        <noscript>{t('Please sign in')}</noscript>
      </Section>
    </Page>
  )
}
