import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useCommand } from '#console/data/use-command.ts'
import { useForm } from '#console/form/use-form.ts'
import settings from '#console/settings/settings.module.css'
import { useConsole } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/button.tsx'
import { ConflictNote } from '#console/ui/conflict-note.tsx'
import { FieldGroup } from '#console/ui/form-page.tsx'
import { Refusal } from '#console/ui/note.tsx'
import { Panel } from '#console/ui/panel.tsx'
import { SaveBar } from '#console/ui/save-bar.tsx'
import { Switch } from '#console/ui/switch.tsx'
import { showToast } from '#console/ui/toast-store.ts'
import { editNavigationItem, removeNavigationItem } from '#features/pages/pages.staff.contract.ts'
import {
  EntryFields,
  type EntryValues,
  type Item,
  type Targets,
  toSent,
  toValues,
} from '../navigation/navigation-entry.tsx'

const names: Record<keyof EntryValues, string> = {
  name: 'words',
  link_type: 'where it leads',
  page_id: 'page',
  post_id: 'post',
  product_test_id: 'product test',
  link: 'address',
  parent_id: 'group',
  is_visible: 'visibility',
}

type Props = Targets & {
  entry: Item
  etag: string
  mayWrite: boolean
  /** Somebody chose it: on a narrow window it stands below all entries. */
  isChosen: boolean
  /** Where the bar that saves stands: it belongs to the whole page. */
  foot: HTMLElement | null
  /** The order of all of them, which is saved along. */
  order: { isChanged: boolean; save: () => Promise<unknown>; discard: () => void }
}

/** The chosen entry, beside all of them: what it says, where it leads, and what stands above it. */
export function EntryPanel({ entry, etag, mayWrite, isChosen, foot, order, ...targets }: Props) {
  const { call } = useConsole()
  const { id } = entry
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isChosen) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  const form = useForm({ initial: toValues(entry), about: `navigation/${id}` })
  const ordering = useCommand()
  const removing = useCommand()
  const [asksToRemove, setAsks] = useState(false)
  const ofEntry = form.changed.map((name) => `${names[name]} of ${entry.name}`)
  async function save() {
    // The entry first: its version is the one that was read, and the order would change it.
    if (form.isChanged) {
      const isSaved = await form.save(() => call(editNavigationItem, { ...toSent(form.values), id }, { ifMatch: etag }))
      if (!isSaved) return
    }
    if (order.isChanged && !(await ordering.run('order', order.save))) return
    showToast('Navigation saved')
  }
  function discard() {
    form.discard()
    order.discard()
  }
  async function remove() {
    if (!asksToRemove) return setAsks(true)
    const isGone = await removing.run('remove', () => call(removeNavigationItem, { id }, { ifMatch: etag }))
    if (isGone) showToast('Entry removed')
  }
  return (
    <Panel title={entry.name}>
      <div className={settings.column} ref={place}>
        <ConflictNote conflict={form.conflict} names={names} />
        <Refusal problem={form.problem ?? ordering.problem ?? removing.problem} />
        <FieldGroup name={entry.name} isFixed={!mayWrite}>
          <EntryFields id={id} form={form} {...targets} />
          <Switch
            label="Visible"
            isOn={form.values.is_visible}
            disabled={!mayWrite}
            onChange={(isOn) => form.set('is_visible', isOn)}
          />
        </FieldGroup>
        {mayWrite && (
          <div>
            <Button tone="danger" isBusy={removing.busy !== null} onClick={remove}>
              {asksToRemove ? 'Remove for good' : 'Remove'}
            </Button>
          </div>
        )}
      </div>
      {foot &&
        createPortal(
          <SaveBar
            changes={[...ofEntry, ...(order.isChanged ? ['order of entries'] : [])]}
            isBusy={form.isBusy || ordering.busy !== null}
            onSave={save}
            onDiscard={discard}
          />,
          foot,
        )}
    </Panel>
  )
}
