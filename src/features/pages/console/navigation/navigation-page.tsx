import { Plus } from 'lucide-react'
import { useState } from 'react'
import { loadAll } from '#console/data/load-all.ts'
import { usePageData, usePageSearch } from '#console/data/use-page-data.ts'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import { type ConsoleContext, useMe } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { EmptyView } from '#console/ui/content/empty-view.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import {
  getNavigationItem,
  listNavigation,
  listPages,
  listPosts,
  listProductTests,
} from '#features/pages/pages.staff.contract.ts'
import { EntryPanel } from '../editor/entry-panel.tsx'
import { EntryList, useEntrySwitches } from './entry-list.tsx'
import { NewEntryDialog } from './navigation-dialog.tsx'
import { flattenEntries } from './navigation-order.rules.ts'
import styles from './navigation-page.module.css'
import { useEntryOrder } from './use-entry-order.ts'

type LoaderInput = { context: ConsoleContext; deps: { entry?: string | undefined } }

export async function loadNavigation({ context: { load }, deps }: LoaderInput) {
  const [entries, pages, posts, tests] = await Promise.all([
    loadAll(load, listNavigation, {}),
    loadAll(load, listPages, {}),
    loadAll(load, listPosts, {}),
    loadAll(load, listProductTests, {}),
  ])
  // The entry named in the URL may have been removed.
  const chosen = entries.find(({ id }) => String(id) === deps.entry) ?? flattenEntries(entries)[0]?.entry
  const read = chosen && (await load(getNavigationItem, { id: chosen.id }))
  const toOptions = (content: { id: number; title: string }[]) => content.map(({ id, title }) => ({ id, name: title }))
  return {
    targets: { entries, pages: toOptions(pages), posts: toOptions(posts), tests: toOptions(tests) },
    chosen: read ? { entry: read.data, etag: read.etag ?? '' } : null,
  }
}

/**
 * Renders the entries of the settings screen in the shop, with the selected entry beside the list. The order of all
 * entries is saved in one step.
 */
export function NavigationPage() {
  const { targets, chosen } = usePageData<typeof loadNavigation>(settingsLinks.navigation)
  const search = usePageSearch<{ entry?: string }>(settingsLinks.navigation)
  const mayWrite = allowsScope(useMe().scopes, 'content:write')
  const [isAdding, setAdding] = useState(false)
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const order = useEntryOrder(targets.entries)
  const switches = useEntrySwitches()
  return (
    <SettingsPage
      title="Navigation"
      about="These entries appear on the settings screen of the shop. Drag an entry, or use the arrows to move it."
      foot={<div ref={setFoot} className={styles.foot} />}
    >
      <Refusal problem={switches.problem} />
      <div className={styles.columns}>
        <Panel
          title="Entries"
          isFlush
          actions={
            mayWrite && (
              <Button tone="quiet" size="small" icon={Plus} onClick={() => setAdding(true)}>
                Add entry
              </Button>
            )
          }
        >
          {order.entries.length === 0 && (
            <EmptyView title="No entries yet" text="Add links to your terms and to your blog." />
          )}
          <EntryList {...{ order, switches, mayWrite }} chosen={chosen?.entry.id} />
        </Panel>
        {chosen && (
          <EntryPanel
            key={chosen.entry.id}
            {...chosen}
            {...targets}
            mayWrite={mayWrite}
            isChosen={search.entry !== undefined}
            foot={foot}
            order={order}
          />
        )}
      </div>
      {isAdding && <NewEntryDialog {...targets} onClose={() => setAdding(false)} />}
    </SettingsPage>
  )
}
