import { useState } from 'react'
import { type ConsoleContext, useConsole, useMe } from '#console/console-context.ts'
import { EditDialog, useOpened } from '#console/edit-dialog.tsx'
import { loadAll } from '#console/load-all.ts'
import styles from '#console/settings/settings.module.css'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import { settingsLinks } from '#console/settings/settings-places.ts'
import { useSwitches } from '#console/settings/use-switches.ts'
import { sortTree, WordList } from '#console/settings/word-list.tsx'
import { Check } from '#console/ui/check.tsx'
import { NumberField, SelectField, TextField } from '#console/ui/field.tsx'
import { Refusal } from '#console/ui/note.tsx'
import { usePageData } from '#console/use-page-data.ts'
import { allowsScope } from '#contract/scopes.ts'
import {
  createQuestionType,
  editQuestionType,
  getQuestionType,
  listQuestionTypes,
  removeQuestionType,
  type StaffQuestionType,
} from '../question-types.staff.contract.ts'

export async function loadQuestionTypes({ context: { load } }: { context: ConsoleContext }) {
  return loadAll(load, listQuestionTypes, {})
}

const deepest = 3

/** What a shopper's question can be about, in up to three steps. */
export function QuestionTypesPage() {
  const types = usePageData<typeof loadQuestionTypes>(settingsLinks.questionTypes)
  const { call } = useConsole()
  const mayWrite = allowsScope(new Set(useMe().scopes), 'settings:write')
  const opened = useOpened(getQuestionType)
  const [isAdding, setAdding] = useState(false)
  const switches = useSwitches<StaffQuestionType>(
    ({ id }, is_active) => call(editQuestionType, { id, is_active }, { ifMatch: '*' }),
    ({ name }, isOn) => (isOn ? `‘${name}’ can be chosen` : `‘${name}’ can no longer be chosen`),
  )
  return (
    <SettingsPage follows="settings" title="Question types" about="What shoppers choose when they write to support.">
      <Refusal problem={opened.problem ?? switches.problem} />
      <WordList
        title="Types"
        addName="Add type"
        mayWrite={mayWrite}
        rows={sortTree(types).map(({ one, level }) => ({
          id: one.id,
          name: one.name,
          level,
          isOn: switches.isOn(one),
        }))}
        isOpening={(id) => opened.isOpening({ id })}
        onAdd={() => setAdding(true)}
        onEdit={(id) => opened.open({ id })}
        onSwitch={(id, isOn) => {
          const one = types.find((type) => type.id === id)
          if (one) switches.set(one, isOn)
        }}
      />
      {isAdding && <TypeDialog all={types} onClose={() => setAdding(false)} />}
      {opened.data && (
        <TypeDialog key={opened.data.id} all={types} opened={{ ...opened, data: opened.data }} onClose={opened.close} />
      )}
    </SettingsPage>
  )
}

type Opened = { data: StaffQuestionType; etag: string; reload: () => Promise<unknown> }
type DialogProps = { all: StaffQuestionType[]; opened?: Opened; onClose: () => void }

function TypeDialog({ all, opened, onClose }: DialogProps) {
  const { call } = useConsole()
  const { id = 0, name = '', sort = 0, is_active = true, parent_id = null } = opened?.data ?? {}
  const ifMatch = opened?.etag ?? ''
  const parents = sortTree(all).filter(({ level }) => level < deepest - 1)
  return (
    <EditDialog
      title={opened ? opened.data.name : 'Add a type of question'}
      button={opened ? 'Save type' : 'Add type'}
      isNew={!opened}
      initial={{ name, sort, is_active, parent_id }}
      about={`question-types/${id}`}
      {...(opened && { reload: opened.reload })}
      says="Tickets that were about it stay so."
      done={opened ? 'Type saved' : 'Type added'}
      onClose={onClose}
      send={({ parent_id: _, ...changed }, values) =>
        opened ? call(editQuestionType, { ...changed, id }, { ifMatch }) : call(createQuestionType, values)
      }
      remove={
        opened && { button: 'Remove', done: 'Type removed', run: () => call(removeQuestionType, { id }, { ifMatch }) }
      }
    >
      {(form) => (
        <>
          <TextField label="Name, in English" maxLength={100} {...form.field('name')} />
          <div className={styles.two}>
            <SelectField
              label="Stands below"
              hint={opened && 'It stays where it is: tickets say what they were about by it'}
              disabled={Boolean(opened)}
              options={[
                { value: '', name: 'Nothing: at the top' },
                ...parents.map(({ one, level }) => ({
                  value: String(one.id),
                  name: '\u2003'.repeat(level) + one.name,
                })),
              ]}
              error={form.field('parent_id').error}
              value={String(form.values.parent_id ?? '')}
              onChange={(parent) => form.set('parent_id', parent === '' ? null : Number(parent))}
            />
            <NumberField
              label="Place in the list"
              {...form.field('sort')}
              onChange={(place) => form.set('sort', place ?? 0)}
            />
          </div>
          <Check
            label="Shoppers can choose it"
            isChecked={form.values.is_active}
            onChange={(isOn) => form.set('is_active', isOn)}
          />
        </>
      )}
    </EditDialog>
  )
}
