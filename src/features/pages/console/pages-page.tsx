import type { ConsoleContext } from '#console/console-context.ts'
import { loadAll } from '#console/load-all.ts'
import styles from '#console/settings/settings.module.css'
import { Moment } from '#console/ui/moment.tsx'
import { usePageData } from '#console/use-page-data.ts'
import { listPages } from '../pages.staff.contract.ts'
import { contents } from './content.ts'
import { ContentList } from './content-list.tsx'

export async function loadPages({ context: { load } }: { context: ConsoleContext }) {
  const pages = await loadAll(load, listPages, {})
  return [...pages].sort((a, b) => a.title.localeCompare(b.title, 'en'))
}

/** Terms, policies and whatever else shoppers read up. */
export function PagesPage() {
  const pages = usePageData<typeof loadPages>(contents.page.href)
  return (
    <ContentList
      content={contents.page}
      about="Terms, policies and guides. Shoppers find them where the navigation leads to them."
      empty={{ title: 'No pages yet', text: 'Shoppers look for terms, privacy and returns first.' }}
      columns={[{ name: 'Page' }, { name: 'Changed' }]}
      rows={pages}
      cells={(one) => (
        <>
          <td className={styles.second}>
            <Moment at={one.updated_at} />
          </td>
        </>
      )}
    />
  )
}
