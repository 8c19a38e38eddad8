import { useState } from 'react'
import { type ConsoleContext, useConsole, useMe } from '#console/console-context.ts'
import { EditDialog, useOpened } from '#console/edit-dialog.tsx'
import { loadAll } from '#console/load-all.ts'
import styles from '#console/settings/settings.module.css'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import { settingsLinks } from '#console/settings/settings-places.ts'
import { useSwitches } from '#console/settings/use-switches.ts'
import { WordList } from '#console/settings/word-list.tsx'
import { Check } from '#console/ui/check.tsx'
import { NumberField, TextField } from '#console/ui/field.tsx'
import { Refusal } from '#console/ui/note.tsx'
import { usePageData } from '#console/use-page-data.ts'
import { allowsScope } from '#contract/scopes.ts'
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
  { kind: 'tag', title: 'Words about a product', add: 'Add word' },
  { kind: 'fit', title: 'How it fits', add: 'Add fit' },
]

/** The words that reviewers tick. */
export function ReviewLabelsPage() {
  const labels = usePageData<typeof loadReviewLabels>(settingsLinks.reviewLabels)
  const { call } = useConsole()
  const mayWrite = allowsScope(new Set(useMe().scopes), 'settings:write')
  const opened = useOpened(getReviewLabel)
  const [adding, setAdding] = useState<Kind | null>(null)
  const switches = useSwitches<StaffReviewLabel>(
    ({ id }, is_active) => call(editReviewLabel, { id, is_active }, { ifMatch: '*' }),
    ({ name }, isOn) => (isOn ? `‘${name}’ is offered` : `‘${name}’ is no longer offered`),
  )
  return (
    <SettingsPage
      follows="settings"
      title="Review labels"
      about="What reviewers can tick beside their stars and words."
    >
      <Refusal problem={opened.problem ?? switches.problem} />
      <div className={styles.halves}>
        {kinds.map(({ kind, title, add }) => (
          <WordList
            key={kind}
            title={title}
            addName={add}
            mayWrite={mayWrite}
            rows={labels
              .filter((one) => one.kind === kind)
              .map((one) => ({ id: one.id, name: one.name, level: 0, isOn: switches.isOn(one) }))}
            isOpening={(id) => opened.isOpening({ id })}
            onAdd={() => setAdding(kind)}
            onEdit={(id) => opened.open({ id })}
            onSwitch={(id, isOn) => {
              const one = labels.find((label) => label.id === id)
              if (one) switches.set(one, isOn)
            }}
          />
        ))}
      </div>
      {adding && <LabelDialog kind={adding} onClose={() => setAdding(null)} />}
      {opened.data && (
        <LabelDialog
          key={opened.data.id}
          kind={opened.data.kind}
          opened={{ ...opened, data: opened.data }}
          onClose={opened.close}
        />
      )}
    </SettingsPage>
  )
}

type Opened = { data: StaffReviewLabel; etag: string; reload: () => Promise<unknown> }

function LabelDialog({ kind, opened, onClose }: { kind: Kind; opened?: Opened; onClose: () => void }) {
  const { call } = useConsole()
  const { id = 0, name = '', sort = 0, is_active = true } = opened?.data ?? {}
  const ifMatch = opened?.etag ?? ''
  return (
    <EditDialog
      title={opened ? opened.data.name : kind === 'fit' ? 'Add how something fits' : 'Add a word'}
      button={opened ? 'Save label' : 'Add label'}
      isNew={!opened}
      initial={{ name, sort, is_active }}
      about={`review-labels/${id}`}
      {...(opened && { reload: opened.reload })}
      says="Reviews that carry it keep it."
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
            <NumberField
              label="Place in the list"
              {...form.field('sort')}
              onChange={(place) => form.set('sort', place ?? 0)}
            />
          </div>
          <Check
            label="Reviewers can tick it"
            isChecked={form.values.is_active}
            onChange={(isOn) => form.set('is_active', isOn)}
          />
        </>
      )}
    </EditDialog>
  )
}
