import { ArrowDown, ArrowUp, GripVertical, Plus } from 'lucide-react'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { type ConsoleContext, useConsole, useMe } from '#console/console-context.ts'
import { loadAll } from '#console/load-all.ts'
import { EditButton, useRowDialog } from '#console/row-dialog.tsx'
import settings from '#console/settings/settings.module.css'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import { settingsLinks } from '#console/settings/settings-places.ts'
import { useSwitches } from '#console/settings/use-switches.ts'
import { Button } from '#console/ui/button.tsx'
import { EmptyView } from '#console/ui/empty-view.tsx'
import { Refusal } from '#console/ui/note.tsx'
import { Panel } from '#console/ui/panel.tsx'
import { SaveBar } from '#console/ui/save-bar.tsx'
import { Switch } from '#console/ui/switch.tsx'
import { showToast } from '#console/ui/toast-store.ts'
import { useCommand } from '#console/use-command.ts'
import { usePageData } from '#console/use-page-data.ts'
import { allowsScope } from '#contract/scopes.ts'
import {
  editNavigationItem,
  getNavigationItem,
  listNavigation,
  listPages,
  listPosts,
  listProductTests,
  type StaffNavigationItem,
} from '../pages.staff.contract.ts'
import { EntryDialog, linkTypeNames } from './navigation-dialog.tsx'
import { lineUp, moveEntry } from './navigation-order.rules.ts'
import styles from './navigation-page.module.css'

export async function loadNavigation({ context: { load } }: { context: ConsoleContext }) {
  const [entries, pages, posts, tests] = await Promise.all([
    loadAll(load, listNavigation, {}),
    loadAll(load, listPages, {}),
    loadAll(load, listPosts, {}),
    loadAll(load, listProductTests, {}),
  ])
  const named = (things: { id: number; title: string }[]) => things.map(({ id, title }) => ({ id, name: title }))
  return { entries, pages: named(pages), posts: named(posts), tests: named(tests) }
}

type Item = z.output<typeof StaffNavigationItem>

/** The entries of the settings screen in the shop. Their order is saved at once for all of them. */
export function NavigationPage() {
  const data = usePageData<typeof loadNavigation>(settingsLinks.navigation)
  const { call } = useConsole()
  const mayWrite = allowsScope(new Set(useMe().scopes), 'content:write')
  const rowDialog = useRowDialog(getNavigationItem, (props) => <EntryDialog {...data} {...props} />)
  const [sorts, setSorts] = useState<ReadonlyMap<number, number>>(new Map())
  const [dragged, setDragged] = useState<number | null>(null)
  const saving = useCommand()
  const switches = useSwitches<Item & { is_active: boolean }>(
    ({ id }, is_visible) => call(editNavigationItem, { id, is_visible }, { ifMatch: '*' }),
    ({ name }, isOn) => (isOn ? `${name} is shown` : `${name} is hidden`),
  )
  const entries = data.entries.map((one) => ({ ...one, sort: sorts.get(one.id) ?? one.sort }))
  const rows = lineUp(entries)
  const changed = entries.filter((one) => data.entries.some(({ id, sort }) => id === one.id && sort !== one.sort))
  // The new order stays on the screen until it is read from the shop.
  if (changed.length === 0 && sorts.size > 0) setSorts(new Map())
  const childrenOf = (id: number) => entries.filter(({ parent_id }) => parent_id === id).length
  function move(id: number, to: number | undefined) {
    if (to !== undefined) setSorts(new Map(moveEntry(entries, id, to).map((one) => [one.id, one.sort])))
  }
  async function save() {
    const isSaved = await saving.run('save', async () => {
      for (const { id, sort } of changed) await call(editNavigationItem, { id, sort }, { ifMatch: '*' })
    })
    if (isSaved) showToast('The order is saved')
  }
  return (
    <SettingsPage
      title="Navigation"
      about="The entries of the settings screen in the shop. Drag them, or move them with the arrows."
      foot={
        <SaveBar
          changes={changed.length > 0 ? ['order of entries'] : []}
          isBusy={saving.busy !== null}
          onSave={save}
          onDiscard={() => setSorts(new Map())}
        />
      }
    >
      <Refusal problem={rowDialog.problem ?? switches.problem ?? saving.problem} />
      <Panel
        title="Entries"
        isFlush
        actions={
          mayWrite && (
            <Button tone="quiet" size="small" icon={Plus} onClick={rowDialog.add}>
              Add entry
            </Button>
          )
        }
      >
        {rows.length === 0 && <EmptyView title="No entries yet" text="Lead shoppers to your terms and to the blog." />}
        <ul className={styles.entries}>
          {rows.map(({ entry, depth }) => {
            const siblings = rows.filter((row) => row.entry.parent_id === entry.parent_id).map((row) => row.entry.id)
            const at = siblings.indexOf(entry.id)
            const one = { ...entry, is_active: entry.is_visible }
            return (
              <li
                key={entry.id}
                className={styles.entry}
                data-depth={Math.min(depth, 3)}
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
                <span className={styles.name}>{entry.name}</span>
                <span className={settings.third}>
                  {linkTypeNames[entry.link_type]}
                  {entry.link_type === 'group' && `, ${childrenOf(entry.id)}`}
                </span>
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
                    <EditButton rowDialog={rowDialog} which={{ id: entry.id }} name={entry.name} />
                  </span>
                )}
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
      {rowDialog.dialog}
    </SettingsPage>
  )
}
