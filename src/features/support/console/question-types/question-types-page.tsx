import { loadAll } from '#console/data/load-all.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import { EditDialog } from '#console/form/edit-dialog.tsx'
import type { RowDialogProps } from '#console/form/row-dialog.tsx'
import styles from '#console/settings/settings.module.css'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import { sortTree, WordList } from '#console/settings/word-list.tsx'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { Check } from '#console/ui/fields/check.tsx'
import { PlaceField, SelectField, TextField } from '#console/ui/fields/field.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import {
  createQuestionType,
  editQuestionType,
  getQuestionType,
  listQuestionTypes,
  removeQuestionType,
  type StaffQuestionType,
} from '#features/support/question-types.staff.contract.ts'

export async function loadQuestionTypes({ context: { load } }: { context: ConsoleContext }) {
  return loadAll(load, listQuestionTypes, {})
}

const maxDepth = 3

/** Edits the question types, in up to three levels. */
export function QuestionTypesPage() {
  const types = usePageData<typeof loadQuestionTypes>(settingsLinks.questionTypes)
  const { call } = useConsole()
  const mayWrite = allowsScope(useMe().scopes, 'settings:write')
  return (
    <SettingsPage follows="settings" title="Question types" about="What shoppers choose when they write to support.">
      <WordList
        title="Types"
        addName="Add type"
        mayWrite={mayWrite}
        rows={sortTree(types).map(({ one, level }) => ({ one, name: one.name, level }))}
        offer={({ id }, is_active) => call(editQuestionType, { id, is_active }, { ifMatch: '*' })}
        tell={({ name }, isOn) => (isOn ? `‘${name}’ can be chosen` : `‘${name}’ can no longer be chosen`)}
        call={getQuestionType}
        dialog={(props) => <TypeDialog all={types} {...props} />}
      />
    </SettingsPage>
  )
}

type DialogProps = RowDialogProps<StaffQuestionType> & { all: StaffQuestionType[] }

function TypeDialog({ all, opened, onClose }: DialogProps) {
  const { call } = useConsole()
  const { id = 0, name = '', sort = 0, is_active = true, parent_id = null } = opened?.data ?? {}
  const ifMatch = opened?.etag ?? ''
  const parents = sortTree(all).filter(({ level }) => level < maxDepth - 1)
  return (
    <EditDialog
      title={opened ? opened.data.name : 'Add a type of question'}
      button={opened ? 'Save type' : 'Add type'}
      isNew={!opened}
      initial={{ name, sort, is_active, parent_id }}
      about={`question-types/${id}`}
      reload={opened?.reload}
      says="Existing tickets keep this type."
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
              label="Parent type"
              hint={opened && 'Cannot be changed, because tickets refer to it'}
              disabled={Boolean(opened)}
              options={[
                { value: '', name: 'None (top level)' },
                ...parents.map(({ one, level }) => ({
                  value: String(one.id),
                  name: '\u2003'.repeat(level) + one.name,
                })),
              ]}
              error={form.field('parent_id').error}
              value={String(form.values.parent_id ?? '')}
              onChange={(parent) => form.set('parent_id', parent === '' ? null : Number(parent))}
            />
            <PlaceField {...form.field('sort')} />
          </div>
          <Check label="Shoppers can choose it" {...form.check('is_active')} />
        </>
      )}
    </EditDialog>
  )
}
