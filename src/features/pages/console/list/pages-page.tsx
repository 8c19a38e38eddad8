import { loadAll } from '#console/data/load-all.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import styles from '#console/settings/settings.module.css'
import { type ConsoleContext, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { Note } from '#console/ui/content/note.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import { listPages } from '#features/pages/pages.staff.contract.ts'
import { findMissingStarters, starterPages } from '../editor/starter-pages.rules.ts'
import { contents, starterLink } from './content.ts'
import { ContentList } from './content-list.tsx'

export async function loadPages({ context: { load } }: { context: ConsoleContext }) {
  const pages = await loadAll(load, listPages, {})
  return [...pages].sort((a, b) => a.title.localeCompare(b.title, 'en'))
}

/** Offers starter pages for legal pages that the shop lacks. */
function Starters({ titles }: { titles: string[] }) {
  const missing = findMissingStarters(titles)
  const mayWrite = allowsScope(useMe().scopes, 'content:write')
  if (!mayWrite || missing.length === 0) return null
  return (
    <Note tone="warning">
      Sign-in and registration link to Terms and Privacy Notice once the shop has both. Start from a draft:{' '}
      {missing.map((name, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <ConsoleLink className={styles.link} href={starterLink(name)}>
            {starterPages[name].title}
          </ConsoleLink>
        </span>
      ))}
    </Note>
  )
}

export function PagesPage() {
  const pages = usePageData<typeof loadPages>(contents.page.href)
  return (
    <ContentList
      content={contents.page}
      about="Terms, policies and guides. Link to them in the navigation so that shoppers find them."
      empty={{ title: 'No pages yet', text: 'Start with your terms, privacy notice and return policy.' }}
      columns={[{ name: 'Page' }, { name: 'Changed' }]}
      rows={pages}
      cells={(one) => (
        <>
          <td className={styles.second}>
            <Moment at={one.updated_at} />
          </td>
        </>
      )}
    >
      <Starters titles={pages.map(({ title }) => title)} />
    </ContentList>
  )
}
