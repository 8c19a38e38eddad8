import { loadAll } from '#console/data/load-all.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import { EditDialog } from '#console/form/edit-dialog.tsx'
import type { RowDialogProps } from '#console/form/row-dialog.tsx'
import styles from '#console/settings/settings.module.css'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import { WordList } from '#console/settings/word-list.tsx'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { Check } from '#console/ui/fields/check.tsx'
import { PlaceField, TextField } from '#console/ui/fields/field.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import {
  createReviewLabel,
  editReviewLabel,
  getReviewLabel,
  listStaffReviewLabels,
  removeReviewLabel,
  type StaffReviewLabel,
} from '../review-labels.staff.contract.ts'

export async function loadReviewLabels({ context: { load } }: { context: ConsoleContext }) {
  const labels = await loadAll(load, listStaffReviewLabels, {})
  return [...labels].sort((a, b) => a.sort - b.sort || a.id - b.id)
}

type Kind = StaffReviewLabel['kind']
const kinds: { kind: Kind; title: string; add: string }[] = [
  { kind: 'tag', title: 'Product tags', add: 'Add tag' },
  { kind: 'fit', title: 'How it fits', add: 'Add fit' },
]

export function ReviewLabelsPage() {
  const labels = usePageData<typeof loadReviewLabels>(settingsLinks.reviewLabels)
  const { call } = useConsole()
  const mayWrite = allowsScope(useMe().scopes, 'settings:write')
  return (
    <SettingsPage
      follows="settings"
      title="Review labels"
      about="Labels that reviewers can select in addition to their rating and text."
    >
      <div className={styles.halves}>
        {kinds.map(({ kind, title, add }) => (
          <WordList
            key={kind}
            title={title}
            addName={add}
            mayWrite={mayWrite}
            rows={labels.filter((one) => one.kind === kind).map((one) => ({ one, name: one.name }))}
            offer={({ id }, is_active) => call(editReviewLabel, { id, is_active }, { ifMatch: '*' })}
            tell={({ name }, isOn) => (isOn ? `‘${name}’ is offered` : `‘${name}’ is no longer offered`)}
            call={getReviewLabel}
            dialog={(props) => <LabelDialog kind={kind} {...props} />}
          />
        ))}
      </div>
    </SettingsPage>
  )
}

function LabelDialog({ kind, opened, onClose }: RowDialogProps<StaffReviewLabel> & { kind: Kind }) {
  const { call } = useConsole()
  const { id = 0, name = '', sort = 0, is_active = true } = opened?.data ?? {}
  const ifMatch = opened?.etag ?? ''
  return (
    <EditDialog
      title={opened ? opened.data.name : kind === 'fit' ? 'Add a fit label' : 'Add a product tag'}
      button={opened ? 'Save label' : 'Add label'}
      isNew={!opened}
      initial={{ name, sort, is_active }}
      about={`review-labels/${id}`}
      reload={opened?.reload}
      says="Existing reviews keep this label."
      done={opened ? 'Label saved' : 'Label added'}
      onClose={onClose}
      send={(changed, values) =>
        opened ? call(editReviewLabel, { ...changed, id }, { ifMatch }) : call(createReviewLabel, { ...values, kind })
      }
      remove={
        opened && { button: 'Remove', done: 'Label removed', run: () => call(removeReviewLabel, { id }, { ifMatch }) }
      }
    >
      {(form) => (
        <>
          <div className={styles.two}>
            <TextField label="Name, in English" maxLength={60} {...form.field('name')} />
            <PlaceField {...form.field('sort')} />
          </div>
          <Check label="Reviewers can select it" {...form.check('is_active')} />
        </>
      )}
    </EditDialog>
  )
}
