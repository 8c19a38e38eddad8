import { getRouteApi } from '@tanstack/react-router'
import { CallRefused } from '#contract/calls/call.ts'
import { msg } from '#contract/text/translate.ts'
import { getNavigation } from '#features/settings/settings.contract.ts'
import { findSettingsPath } from '#features/settings/settings.rules.ts'
import { accountLink } from '#links/account.links.ts'
import { contactLink } from '#links/support.links.ts'
import { EmptyView, FailedView } from '#ui/content/empty-view.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { ButtonLink } from '#ui/layout/link.tsx'
import { Page, Section } from '#ui/layout/page.tsx'
import { LinkRow, Rows } from '#ui/lists/rows.tsx'
import { loadOptional } from '#web/data/load-optional.ts'
import { useOptionalRetry } from '#web/data/use-optional-retry.ts'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import type { WebContext } from '#web/root.tsx'

export { SettingSkeleton } from './setting-skeleton.tsx'

const route = getRouteApi('/account/settingnav')

export function loadEntries({ context, deps }: { context: WebContext; deps: { id?: string } }) {
  const id = Number(deps.id)
  return loadOptional(context, `navigation ${id}`, () =>
    context.call(getNavigation, { id }).catch((error) => {
      // An unknown id returns an empty list.
      if (error instanceof CallRefused) return []
      throw error
    }),
  )
}

export function SettingNavPage() {
  const t = useT()
  const { name = '' } = route.useSearch()
  const { value: items, isUnavailable } = route.useLoaderData()
  useOptionalRetry(isUnavailable)
  const goBack = useGoBack(accountLink)
  return (
    <Page header={<AppBar title={t(name || msg('Settings'))} onBack={goBack} />}>
      <Section flush>
        {items === null ? (
          <FailedView />
        ) : items.length === 0 ? (
          <EmptyView>
            <ButtonLink href={contactLink} tone="secondary">
              {t('Contact us')}
            </ButtonLink>
          </EmptyView>
        ) : (
          <Rows>
            {items.map((item) => (
              <LinkRow key={item.id} label={t(item.name)} href={findSettingsPath(item)} />
            ))}
          </Rows>
        )}
      </Section>
    </Page>
  )
}
