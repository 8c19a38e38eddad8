import type * as z from 'zod/mini'
import { type ConsoleContext, useConsole, useMe } from '#console/console-context.ts'
import { EditDialog } from '#console/edit-dialog.tsx'
import { EditList } from '#console/edit-list.tsx'
import { loadAll } from '#console/load-all.ts'
import type { RowDialogProps } from '#console/row-dialog.tsx'
import styles from '#console/settings/settings.module.css'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import { settingsLinks } from '#console/settings/settings-places.ts'
import { TextField } from '#console/ui/field.tsx'
import { Moment } from '#console/ui/moment.tsx'
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
  return (
    <SettingsPage
      title="Pages"
      about="Terms, policies and guides. Shoppers find them where the navigation leads to them."
    >
      <EditList
        title="Pages"
        addName="Add page"
        mayWrite={mayWrite}
        empty={{ title: 'No pages yet', text: 'Shoppers look for terms, privacy and returns first.' }}
        columns={[{ name: 'Page' }, { name: 'Changed' }]}
        rows={pages}
        call={getPage}
        toInput={({ id }) => ({ id })}
        nameOf={({ title }) => title}
        cells={(one) => (
          <>
            <td>
              <a className={styles.link} href={informationLink(one.title)} target="_blank" rel="noopener">
                {one.title}
              </a>
            </td>
            <td className={styles.second}>
              <Moment at={one.updated_at} />
            </td>
          </>
        )}
        dialog={(props) => <PageDialog {...props} />}
      />
    </SettingsPage>
  )
}

function PageDialog({ opened, onClose }: RowDialogProps<z.output<typeof StaffPageThing>>) {
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
      reload={opened?.reload}
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
