import { Plus } from 'lucide-react'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { type ConsoleContext, useConsole, useMe } from '#console/console-context.ts'
import { EditDialog, useOpened } from '#console/edit-dialog.tsx'
import { loadAll } from '#console/load-all.ts'
import styles from '#console/settings/settings.module.css'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import { settingsLinks } from '#console/settings/settings-places.ts'
import { Button } from '#console/ui/button.tsx'
import { EmptyView } from '#console/ui/empty-view.tsx'
import { TextField } from '#console/ui/field.tsx'
import { Moment } from '#console/ui/moment.tsx'
import { Refusal } from '#console/ui/note.tsx'
import { Panel } from '#console/ui/panel.tsx'
import { endCell, Table } from '#console/ui/table.tsx'
import { usePageData } from '#console/use-page-data.ts'
import { allowsScope } from '#contract/scopes.ts'
import { informationLink } from '#links/pages.links.ts'
import { createPage, editPage, getPage, listPages, removePage, type StaffPageThing } from '../pages.staff.contract.ts'
import { TextEditor } from './text-editor.tsx'

export async function loadPages({ context: { load } }: { context: ConsoleContext }) {
  const pages = await loadAll(load, listPages, {})
  return [...pages].sort((a, b) => a.title.localeCompare(b.title, 'en'))
}

/** Terms, policies and whatever else shoppers read up. */
export function PagesPage() {
  const pages = usePageData<typeof loadPages>(settingsLinks.pages)
  const mayWrite = allowsScope(new Set(useMe().scopes), 'content:write')
  const opened = useOpened(getPage)
  const [isAdding, setAdding] = useState(false)
  return (
    <SettingsPage
      title="Pages"
      about="Terms, policies and guides. Shoppers find them where the navigation leads to them."
    >
      <Refusal problem={opened.problem} />
      <Panel
        title="Pages"
        isFlush
        actions={
          mayWrite && (
            <Button tone="quiet" size="small" icon={Plus} onClick={() => setAdding(true)}>
              Add page
            </Button>
          )
        }
      >
        {pages.length === 0 ? (
          <EmptyView title="No pages yet" text="Shoppers look for terms, privacy and returns first." />
        ) : (
          <Table label="Pages" columns={[{ name: 'Page' }, { name: 'Changed' }, { name: 'Edit', isNameHidden: true }]}>
            {pages.map((one) => (
              <tr key={one.id}>
                <td>
                  <a className={styles.link} href={informationLink(one.title)} target="_blank" rel="noopener">
                    {one.title}
                  </a>
                </td>
                <td className={styles.second}>
                  <Moment at={one.updated_at} />
                </td>
                <td className={endCell}>
                  {mayWrite && (
                    <Button
                      tone="quiet"
                      size="small"
                      aria-label={`Edit ${one.title}`}
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
      {isAdding && <PageDialog onClose={() => setAdding(false)} />}
      {opened.data && (
        <PageDialog key={opened.data.id} opened={{ ...opened, data: opened.data }} onClose={opened.close} />
      )}
    </SettingsPage>
  )
}

type Opened = { data: z.output<typeof StaffPageThing>; etag: string; reload: () => Promise<unknown> }

function PageDialog({ opened, onClose }: { opened?: Opened; onClose: () => void }) {
  const { call } = useConsole()
  const { id, title, description, body } = opened?.data ?? { id: 0, title: '', description: '', body: '' }
  const ifMatch = opened?.etag ?? ''
  return (
    <EditDialog
      title={opened ? title : 'Add a page'}
      button={opened ? 'Publish changes' : 'Publish page'}
      size="table"
      isNew={!opened}
      initial={{ title, description, body }}
      about={`pages/${id}`}
      {...(opened && { reload: opened.reload })}
      says="Shoppers see it at once."
      done="Page published"
      onClose={onClose}
      send={(changed, values) => (opened ? call(editPage, { ...changed, id }, { ifMatch }) : call(createPage, values))}
      remove={opened && { button: 'Remove', done: 'Page removed', run: () => call(removePage, { id }, { ifMatch }) }}
    >
      {(form) => (
        <>
          <TextField
            label="Title"
            hint={opened ? 'It is part of the address: links to the old one end' : undefined}
            maxLength={200}
            {...form.field('title')}
          />
          <TextField
            label="For search engines"
            hint="Empty: the beginning of the text"
            maxLength={500}
            {...form.field('description')}
          />
          <TextEditor {...form.field('body')} />
        </>
      )}
    </EditDialog>
  )
}
