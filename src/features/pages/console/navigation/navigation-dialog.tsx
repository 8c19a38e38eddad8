import { EditDialog } from '#console/form/edit-dialog.tsx'
import { useConsole } from '#console/shell/console-context.ts'
import { createNavigationItem } from '#features/pages/pages.staff.contract.ts'
import { EntryFields, type EntryValues, type Targets, toSent, toValues } from './navigation-entry.tsx'

/** Renders the dialog for a new entry, which is added after all other entries. */
export function NewEntryDialog({ onClose, ...targets }: Targets & { onClose: () => void }) {
  const { call } = useConsole()
  const last = Math.max(0, ...targets.entries.map(({ sort }) => sort))
  return (
    <EditDialog<EntryValues>
      title="Add an entry"
      button="Add entry"
      isNew
      initial={toValues()}
      done="Entry added"
      onClose={onClose}
      send={(_, values) => call(createNavigationItem, { ...toSent(values), sort: Math.min(last + 10, 100_000) })}
    >
      {(form) => <EntryFields id={0} form={form} {...targets} />}
    </EditDialog>
  )
}
