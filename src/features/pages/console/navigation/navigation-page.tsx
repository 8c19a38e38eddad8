import { ArrowDown, ArrowUp, GripVertical, Plus } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { loadAll } from '#console/data/load-all.ts'
import { usePageData, usePageSearch } from '#console/data/use-page-data.ts'
import settings from '#console/settings/settings.module.css'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import { settingsLinks } from '#console/settings/settings-places.ts'
import { useSwitches } from '#console/settings/use-switches.ts'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { EmptyView } from '#console/ui/empty-view.tsx'
import { Refusal } from '#console/ui/note.tsx'
import { Panel } from '#console/ui/panel.tsx'
import { Switch } from '#console/ui/switch.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import {
  editNavigationItem,
  getNavigationItem,
  listNavigation,
  listPages,
  listPosts,
  listProductTests,
} from '#features/pages/pages.staff.contract.ts'
import { EntryPanel } from '../editor/entry-panel.tsx'
import { NewEntryDialog } from './navigation-dialog.tsx'
import { type Item, linkTypeNames } from './navigation-entry.tsx'
import { lineUp, moveEntry } from './navigation-order.rules.ts'
import styles from './navigation-page.module.css'

type Given = { context: ConsoleContext; deps: { entry?: string | undefined } }

export async function loadNavigation({ context: { load }, deps }: Given) {
  const [entries, pages, posts, tests] = await Promise.all([
    loadAll(load, listNavigation, {}),
    loadAll(load, listPages, {}),
    loadAll(load, listPosts, {}),
    loadAll(load, listProductTests, {}),
  ])
  // The one that the address names, as long as it is there: somebody may have removed it.
  const chosen = entries.find(({ id }) => String(id) === deps.entry) ?? lineUp(entries)[0]?.entry
  const read = chosen && (await load(getNavigationItem, { id: chosen.id }))
  const named = (things: { id: number; title: string }[]) => things.map(({ id, title }) => ({ id, name: title }))
  return {
    targets: { entries, pages: named(pages), posts: named(posts), tests: named(tests) },
    chosen: read ? { entry: read.data, etag: read.etag ?? '' } : null,
  }
}

const entryLink = (id: number) => `${settingsLinks.navigation}?entry=${id}`

/** The entries of the settings screen in the shop, and the chosen one beside them. Their order is saved at once for all of them. */
export function NavigationPage() {
  const { targets, chosen } = usePageData<typeof loadNavigation>(settingsLinks.navigation)
  const search = usePageSearch<{ entry?: string }>(settingsLinks.navigation)
  const { call } = useConsole()
  const mayWrite = allowsScope(useMe().scopes, 'content:write')
  const [isAdding, setAdding] = useState(false)
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const [sorts, setSorts] = useState<ReadonlyMap<number, number>>(new Map())
  const [dragged, setDragged] = useState<number | null>(null)
  const switches = useSwitches<Item & { is_active: boolean }>(
    ({ id }, is_visible) => call(editNavigationItem, { id, is_visible }, { ifMatch: '*' }),
    ({ name }, isOn) => (isOn ? `${name} is shown` : `${name} is hidden`),
  )
  const entries = targets.entries.map((one) => ({ ...one, sort: sorts.get(one.id) ?? one.sort }))
  const rows = lineUp(entries)
  const moved = entries.filter((one) => targets.entries.some(({ id, sort }) => id === one.id && sort !== one.sort))
  // The new order stays on the screen until it is read from the shop.
  if (moved.length === 0 && sorts.size > 0) setSorts(new Map())
  const childrenOf = (id: number) => entries.filter(({ parent_id }) => parent_id === id).length
  function move(id: number, to: number | undefined) {
    if (to !== undefined) setSorts(new Map(moveEntry(entries, id, to).map((one) => [one.id, one.sort])))
  }
  async function saveOrder() {
    for (const { id, sort } of moved) await call(editNavigationItem, { id, sort }, { ifMatch: '*' })
  }
  return (
    <SettingsPage
      title="Navigation"
      about="The entries of the settings screen in the shop. Drag them, or move them with the arrows."
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
          {rows.length === 0 && (
            <EmptyView title="No entries yet" text="Lead shoppers to your terms and to the blog." />
          )}
          <ul className={styles.entries}>
            {rows.map(({ entry, depth }) => {
              const siblings = rows.filter((row) => row.entry.parent_id === entry.parent_id).map((row) => row.entry.id)
              const at = siblings.indexOf(entry.id)
              const one = { ...entry, is_active: entry.is_visible }
              const isChosen = entry.id === chosen?.entry.id
              const step = (event: KeyboardEvent) => {
                const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
                if (!mayWrite || !event.altKey || !by) return
                event.preventDefault()
                move(entry.id, siblings[at + by])
              }
              return (
                <li
                  key={entry.id}
                  className={styles.entry}
                  data-depth={Math.min(depth, 3)}
                  data-chosen={isChosen || undefined}
                  data-dragged={dragged === entry.id || undefined}
                  draggable={mayWrite}
                  onDragStart={() => setDragged(entry.id)}
                  onDragEnd={() => setDragged(null)}
                  onDragOver={(event) => {
                    if (dragged !== null && siblings.includes(dragged)) event.preventDefault()
                  }}
                  onDrop={() => dragged !== null && move(dragged, entry.id)}
                >
                  {mayWrite && <GripVertical size={16} strokeWidth={1.75} aria-hidden className={styles.grip} />}
                  <ConsoleLink
                    href={entryLink(entry.id)}
                    replace
                    draggable={false}
                    className={styles.name}
                    aria-current={isChosen ? 'true' : undefined}
                    aria-keyshortcuts={mayWrite ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
                    onKeyDown={step}
                  >
                    {entry.name}
                  </ConsoleLink>
                  {mayWrite && (
                    <span className={styles.buttons}>
                      <Button
                        tone="quiet"
                        size="small"
                        icon={ArrowUp}
                        aria-label={`Move ${entry.name} up`}
                        disabled={at === 0}
                        onClick={() => move(entry.id, siblings[at - 1])}
                      />
                      <Button
                        tone="quiet"
                        size="small"
                        icon={ArrowDown}
                        aria-label={`Move ${entry.name} down`}
                        disabled={at === siblings.length - 1}
                        onClick={() => move(entry.id, siblings[at + 1])}
                      />
                    </span>
                  )}
                  <span className={`${styles.kind} ${settings.third}`}>
                    {linkTypeNames[entry.link_type]}
                    {entry.link_type === 'group' && `, ${childrenOf(entry.id)}`}
                  </span>
                  <Switch
                    label={`Show ${entry.name}`}
                    isLabelHidden
                    isOn={switches.isOn(one)}
                    disabled={!mayWrite}
                    onChange={(isOn) => switches.set(one, isOn)}
                  />
                </li>
              )
            })}
          </ul>
        </Panel>
        {chosen && (
          <EntryPanel
            key={chosen.entry.id}
            {...chosen}
            {...targets}
            mayWrite={mayWrite}
            isChosen={search.entry !== undefined}
            foot={foot}
            order={{ isChanged: moved.length > 0, save: saveOrder, discard: () => setSorts(new Map()) }}
          />
        )}
      </div>
      {isAdding && <NewEntryDialog {...targets} onClose={() => setAdding(false)} />}
    </SettingsPage>
  )
}
