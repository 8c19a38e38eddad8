import { getRouteApi } from '@tanstack/react-router'
import { listCategories } from '#features/catalogue/product-list.contract.ts'
import { getNavigation } from '#features/settings/settings.contract.ts'
import { findSettingsPath } from '#features/settings/settings.rules.ts'
import { accountLink } from '#links/account.links.ts'
import { catalogueLink, categoryLink, searchLink, wishlistLink } from '#links/catalogue.links.ts'
import { blogLink } from '#links/pages.links.ts'
import { currencyLink, languageLink } from '#links/settings.links.ts'
import { Skeleton, SkeletonBlock, SkeletonLine } from '#ui/content/skeleton.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { Page, Section, SectionTitle } from '#ui/layout/page.tsx'
import { LinkRow, Rows } from '#ui/lists/rows.tsx'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import type { WebContext } from '#web/root.tsx'
import { useSite } from '#web/session/site.ts'
import { CategoryLinks } from './category-strip.tsx'

const route = getRouteApi('/menu')

export async function loadMenu({ context }: { context: WebContext }) {
  // If a request fails, the links to search, account and language stay.
  const [categories, entries] = await Promise.all([
    context.call(listCategories, {}).catch(() => []),
    context.call(getNavigation, {}).catch(() => []),
  ])
  return { categories, entries }
}

export function MenuSkeleton() {
  const t = useT()
  const goBack = useGoBack()
  return (
    <Page header={<AppBar title={t('Menu')} onBack={goBack} />}>
      <Section>
        <Skeleton>
          <SkeletonLine title width="medium" />
          <SkeletonBlock />
          <SkeletonBlock />
        </Skeleton>
      </Section>
    </Page>
  )
}

/** Renders all links of the shop. The menu is a page, so that it opens immediately and without scripts. */
export function MenuPage() {
  const t = useT()
  const goBack = useGoBack()
  const { open_collect } = useSite()
  const { categories, entries } = route.useLoaderData()
  const rootCategories = categories.filter(({ parent_code }) => parent_code === null)
  return (
    <Page header={<AppBar title={t('Menu')} onBack={goBack} />}>
      {rootCategories.map((top) => (
        <Section key={top.code} aria-labelledby={`menu-${top.code}`}>
          <SectionTitle id={`menu-${top.code}`}>{top.name}</SectionTitle>
          <CategoryLinks
            wraps
            label={top.name}
            steps={[
              { href: categoryLink(top.code), name: t('All-1') },
              ...categories
                .filter(({ parent_code }) => parent_code === top.code)
                .map(({ code, name }) => ({ href: categoryLink(code), name })),
            ]}
          />
        </Section>
      ))}
      <Rows>
        <LinkRow label={t('All products')} href={catalogueLink} />
        <LinkRow label={t('Search')} href={searchLink} />
        <LinkRow label={t('Blog')} href={blogLink()} />
      </Rows>
      <Rows>
        <LinkRow label={t('Account')} href={accountLink} />
        {open_collect === '1' && <LinkRow label={t('Wishlist')} href={wishlistLink()} needsSignIn />}
        <LinkRow label={t('Language')} href={languageLink} />
        <LinkRow label={t('Currency')} href={currencyLink} />
      </Rows>
      {entries.length > 0 && (
        <Rows>
          {entries.map((entry) => (
            <LinkRow key={entry.id} label={t(entry.name)} href={findSettingsPath(entry)} />
          ))}
        </Rows>
      )}
    </Page>
  )
}
