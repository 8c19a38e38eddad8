import { EmptyView } from '#ui/content/empty-view.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { Section } from '#ui/layout/page.tsx'

/** Renders the home page of a shop without products. */
export function EmptyShop() {
  const t = useT()
  return (
    <Section first flush>
      <EmptyView title={t('The shop has no products yet')} line={t('The first products will be here soon.')} />
    </Section>
  )
}
