import { getRouteApi } from '@tanstack/react-router'
import { msg } from '#contract/translate.ts'
import { getNavigation } from '#features/settings/settings.contract.ts'
import { findSettingsPath } from '#features/settings/settings.rules.ts'
import { accountLink } from '#links/account.links.ts'
import { contactLink } from '#links/contact.links.ts'
import { useT } from '#web/i18n/use-t.ts'
import type { WebContext } from '#web/root.tsx'
import { AppBar } from '#web/ui/app-bar.tsx'
import { EmptyView } from '#web/ui/empty-view.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page, Section } from '#web/ui/page.tsx'
import { LinkRow, Rows } from '#web/ui/rows.tsx'
import { useGoBack } from '#web/use-go-back.ts'

export { SettingSkeleton } from './setting-skeleton.tsx'

const route = getRouteApi('/account/settingnav')

export function loadEntries({ context, deps }: { context: WebContext; deps: { id?: string } }) {
  return context.call(getNavigation, { id: Number(deps.id) }).catch(() => [])
}

export function SettingNavPage() {
  const t = useT()
  const { name = '' } = route.useSearch()
  const items = route.useLoaderData()
  const goBack = useGoBack(accountLink)
  return (
    <Page header={<AppBar title={t(name || msg('Settings'))} onBack={goBack} />}>
      <Section flush>
        {items.length === 0 ? (
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
