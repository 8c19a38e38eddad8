import { MessageSquareText, Plus } from 'lucide-react'
import { useState } from 'react'
import { type ConsoleContext, useConsole, useMe } from '#console/console-context.ts'
import { EditDialog, useOpened } from '#console/edit-dialog.tsx'
import { loadAll } from '#console/load-all.ts'
import styles from '#console/settings/settings.module.css'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import { settingsLinks } from '#console/settings/settings-places.ts'
import { Button } from '#console/ui/button.tsx'
import { EmptyView } from '#console/ui/empty-view.tsx'
import { AreaField, SelectField, TextField } from '#console/ui/field.tsx'
import { Refusal } from '#console/ui/note.tsx'
import { Panel } from '#console/ui/panel.tsx'
import { endCell, Table } from '#console/ui/table.tsx'
import { usePageData } from '#console/use-page-data.ts'
import { allowsScope } from '#contract/scopes.ts'
import {
  addTemplate,
  editTemplate,
  getTemplate,
  listTemplates,
  removeTemplate,
  type Template,
} from '../inbox.staff.contract.ts'

export async function loadTemplates({ context: { load } }: { context: ConsoleContext }) {
  const templates = await loadAll(load, listTemplates, {})
  return [...templates].sort((a, b) => a.name.localeCompare(b.name) || a.language.localeCompare(b.language))
}

const areas: { area: Template['area']; title: string }[] = [
  { area: 'inbox', title: 'For tickets and chats' },
  { area: 'returns', title: 'For decisions about returns' },
]

/** Answers that are given often, one for each language. */
export function TemplatesPage() {
  const templates = usePageData<typeof loadTemplates>(settingsLinks.templates)
  const mayWrite = allowsScope(new Set(useMe().scopes), 'inbox:write')
  const opened = useOpened(getTemplate)
  const [adding, setAdding] = useState<Template['area'] | null>(null)
  return (
    <SettingsPage
      title="Answer templates"
      about="A template with the same name in several languages is offered in the shopper’s own."
    >
      <Refusal problem={opened.problem} />
      {areas.map(({ area, title }) => {
        const rows = templates.filter((one) => one.area === area)
        return (
          <Panel
            key={area}
            title={title}
            isFlush
            actions={
              mayWrite && (
                <Button
                  tone="quiet"
                  size="small"
                  icon={Plus}
                  aria-label={`Add template ${title.toLowerCase()}`}
                  onClick={() => setAdding(area)}
                >
                  Add template
                </Button>
              )
            }
          >
            {rows.length === 0 ? (
              <EmptyView
                icon={MessageSquareText}
                title="No templates yet"
                text="Write an answer once that you give often."
              />
            ) : (
              <Table
                label={title}
                columns={[
                  { name: 'Name' },
                  { name: 'Language' },
                  { name: 'Text' },
                  { name: 'Edit', isNameHidden: true },
                ]}
              >
                {rows.map((one) => (
                  <tr key={one.id}>
                    <td className={styles.strong}>{one.name}</td>
                    <td className={styles.third}>{one.language}</td>
                    <td className={styles.cut}>
                      <span lang={one.language} dir="auto">
                        {one.body}
                      </span>
                    </td>
                    <td className={endCell}>
                      {mayWrite && (
                        <Button
                          tone="quiet"
                          size="small"
                          aria-label={`Edit ${one.name}, ${one.language}`}
                          isBusy={opened.isOpening({ id: one.id })}
                          onClick={() => opened.open({ id: one.id })}
                        >
                          Edit
                        </Button>
                      )}
                    </td>
                  </tr>
                ))}
              </Table>
            )}
          </Panel>
        )
      })}
      {adding && <TemplateDialog area={adding} onClose={() => setAdding(null)} />}
      {opened.data && (
        <TemplateDialog
          key={opened.data.id}
          area={opened.data.area}
          opened={{ ...opened, data: opened.data }}
          onClose={opened.close}
        />
      )}
    </SettingsPage>
  )
}

type Opened = { data: Template; etag: string; reload: () => Promise<unknown> }
type DialogProps = { area: Template['area']; opened?: Opened; onClose: () => void }

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
      {...(opened && { reload: opened.reload })}
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
