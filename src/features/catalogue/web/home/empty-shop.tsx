import { useT } from '#web/i18n/use-t.ts'
import { EmptyView } from '#web/ui/empty-view.tsx'
import { Section } from '#web/ui/page.tsx'

/** For a shop that has nothing to sell yet. */
export function EmptyShop() {
  const t = useT()
  return (
    <Section first flush>
      <EmptyView title={t('We are still unpacking')} line={t('The first products will be here soon.')} />
    </Section>
  )
}
