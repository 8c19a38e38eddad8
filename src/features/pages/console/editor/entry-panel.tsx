import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useCommand } from '#console/data/use-command.ts'
import { type Edit, FormBar, FormNotes } from '#console/form/form-frame.tsx'
import { useForm } from '#console/form/use-form.ts'
import settings from '#console/settings/settings.module.css'
import { useConsole } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Switch } from '#console/ui/fields/switch.tsx'
import { FieldGroup } from '#console/ui/layout/form-page.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
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
  name: 'text',
  link_type: 'link',
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
  /** True if staff selected the entry. In a narrow window, the panel is placed below the list. */
  isChosen: boolean
  /** The element that contains the save bar, which belongs to the whole page. */
  foot: HTMLElement | null
  /** The order of all entries, which is saved together with the entry. */
  order: { isChanged: boolean; save: () => Promise<unknown>; discard: () => void }
}

/** Renders the selected entry beside the list: its name, its target, and its parent. */
export function EntryPanel({ entry, etag, mayWrite, isChosen, foot, order, ...targets }: Props) {
  const { id } = entry
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isChosen) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  const { form, edit } = useEntryEdit({ entry, etag, order })
  const removing = useCommand()
  return (
    <Panel title={entry.name}>
      <div className={settings.column} ref={place}>
        <FormNotes {...edit} problem={edit.problem ?? removing.problem} />
        <FieldGroup name={entry.name} isFixed={!mayWrite}>
          <EntryFields id={id} form={form} {...targets} />
          <Switch
            label="Visible"
            isOn={form.values.is_visible}
            disabled={!mayWrite}
            onChange={(isOn) => form.set('is_visible', isOn)}
          />
        </FieldGroup>
        {mayWrite && <RemoveEntry {...{ id, etag, removing }} />}
      </div>
      {foot && createPortal(<FormBar {...edit} />, foot)}
    </Panel>
  )
}

/** Returns one form that edits the entry and the order of all entries, with one save bar. */
function useEntryEdit({ entry, etag, order }: Pick<Props, 'entry' | 'etag' | 'order'>) {
  const { call } = useConsole()
  const { id, name } = entry
  const form = useForm({ initial: toValues(entry), about: `navigation/${id}` })
  const orderCommand = useCommand()
  const send = () => call(editNavigationItem, { ...toSent(form.values), id }, { ifMatch: etag })
  async function save() {
    // The entry is saved first, because saving the order would change the version of the entry.
    if (form.isChanged && !(await form.save(send))) return false
    if (order.isChanged && !(await orderCommand.run('order', order.save))) return false
    showToast('Navigation saved')
    return true
  }
  function discard() {
    form.discard()
    order.discard()
  }
  const changes = form.changed.map((field) => `${names[field]} of ${name}`)
  const edit: Edit = {
    ...form,
    ...{ names, save, discard },
    changes: order.isChanged ? [...changes, 'order of entries'] : changes,
    isBusy: form.isBusy || orderCommand.busy !== null,
    problem: form.problem ?? orderCommand.problem,
  }
  return { form, edit }
}

type RemoveProps = { id: number; etag: string; removing: ReturnType<typeof useCommand> }

/** Renders the button that removes the entry after a confirmation. */
function RemoveEntry({ id, etag, removing: { run, busy } }: RemoveProps) {
  const { call } = useConsole()
  const [isConfirmingRemoval, setConfirmingRemoval] = useState(false)
  async function remove() {
    if (!isConfirmingRemoval) return setConfirmingRemoval(true)
    const isGone = await run('remove', () => call(removeNavigationItem, { id }, { ifMatch: etag }))
    if (isGone) showToast('Entry removed')
  }
  return (
    <div>
      <Button tone="danger" isBusy={busy !== null} onClick={remove}>
        {isConfirmingRemoval ? 'Remove permanently' : 'Remove'}
      </Button>
    </div>
  )
}
