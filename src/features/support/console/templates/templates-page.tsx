import { MessageSquareText } from 'lucide-react'
import { loadAll } from '#console/data/load-all.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import { EditDialog } from '#console/form/edit-dialog.tsx'
import { EditList } from '#console/form/edit-list.tsx'
import type { RowDialogProps } from '#console/form/row-dialog.tsx'
import styles from '#console/settings/settings.module.css'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { AreaField, SelectField, TextField } from '#console/ui/fields/field.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import {
  addTemplate,
  editTemplate,
  getTemplate,
  listTemplates,
  removeTemplate,
  type Template,
} from '#features/support/inbox.staff.contract.ts'

export async function loadTemplates({ context: { load } }: { context: ConsoleContext }) {
  const templates = await loadAll(load, listTemplates, {})
  return [...templates].sort((a, b) => a.name.localeCompare(b.name) || a.language.localeCompare(b.language))
}

const areas: { area: Template['area']; title: string }[] = [
  { area: 'inbox', title: 'For tickets and chats' },
  { area: 'returns', title: 'For return decisions' },
]

/** Edits the answer templates. Each template has one text for each language. */
export function TemplatesPage() {
  const templates = usePageData<typeof loadTemplates>(settingsLinks.templates)
  const mayWrite = allowsScope(useMe().scopes, 'inbox:write')
  return (
    <SettingsPage
      title="Answer templates"
      about="If a template exists in several languages under one name, you get the text in the shopper’s language."
    >
      {areas.map(({ area, title }) => (
        <EditList
          key={area}
          title={title}
          addName="Add template"
          addLabel={`Add template ${title.toLowerCase()}`}
          mayWrite={mayWrite}
          empty={{
            icon: MessageSquareText,
            title: 'No templates yet',
            text: 'Save answers that you use often.',
          }}
          columns={[{ name: 'Name' }, { name: 'Language' }, { name: 'Text' }]}
          rows={templates.filter((one) => one.area === area)}
          call={getTemplate}
          toInput={({ id }) => ({ id })}
          nameOf={({ name, language }) => `${name}, ${language}`}
          cells={(one) => (
            <>
              <td className={styles.strong}>{one.name}</td>
              <td className={styles.third}>{one.language}</td>
              <td className={styles.cut}>
                <span lang={one.language} dir="auto">
                  {one.body}
                </span>
              </td>
            </>
          )}
          dialog={(props) => <TemplateDialog area={area} {...props} />}
        />
      ))}
    </SettingsPage>
  )
}

type DialogProps = RowDialogProps<Template> & { area: Template['area'] }

function TemplateDialog({ area, opened, onClose }: DialogProps) {
  const { call } = useConsole()
  const { id = '', name = '', language = 'en', body = '' } = opened?.data ?? {}
  const ifMatch = opened?.etag ?? ''
  return (
    <EditDialog
      title={opened ? opened.data.name : 'Add a template'}
      button={opened ? 'Save template' : 'Add template'}
      size="table"
      isNew={!opened}
      initial={{ name, language, body, area }}
      about={`templates/${id}`}
      reload={opened?.reload}
      done={opened ? 'Template saved' : 'Template added'}
      onClose={onClose}
      send={(changed, values) =>
        opened ? call(editTemplate, { ...changed, id }, { ifMatch }) : call(addTemplate, values)
      }
      remove={
        opened && { button: 'Remove', done: 'Template removed', run: () => call(removeTemplate, { id }, { ifMatch }) }
      }
    >
      {(form) => (
        <>
          <div className={styles.two}>
            <TextField label="Name" maxLength={100} {...form.field('name')} />
            <TextField label="Language" hint="Such as en, de or pt-BR" dir="ltr" {...form.field('language')} />
            <SelectField
              label="Used for"
              options={areas.map((one) => ({ value: one.area, name: one.title }))}
              {...form.field('area')}
            />
          </div>
          <AreaField label="Text" rows={8} maxLength={2000} {...form.field('body')} />
        </>
      )}
    </EditDialog>
  )
}
