import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from '#console/settings/settings.module.css'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import { useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { buttonClass } from '#console/ui/buttons/button.tsx'
import { EmptyView } from '#console/ui/content/empty-view.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { type Column, Table } from '#console/ui/layout/table.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import { type Content, editorLink } from './content.ts'

type Props<T> = {
  content: Content
  about: string
  empty: { title: string; text: string }
  columns: Column[]
  rows: T[]
  /** Renders the cells after the title. */
  cells: (one: T) => ReactNode
  /** The content above the list. */
  children?: ReactNode
}

/** Renders a list of pages or posts, each with a link to its editor. */
export function ContentList<T extends { id: number; title: string }>(props: Props<T>) {
  const { content, about, empty, columns, rows, cells, children } = props
  const mayWrite = allowsScope(useMe().scopes, 'content:write')
  return (
    <SettingsPage
      title={content.list}
      about={about}
      actions={
        mayWrite && (
          <ConsoleLink href={editorLink(content, 'new')} className={buttonClass({ tone: 'primary' })}>
            <Plus size={16} strokeWidth={1.75} aria-hidden /> New {content.name}
          </ConsoleLink>
        )
      }
    >
      {children}
      <Panel title={content.list} isFlush>
        {rows.length === 0 ? (
          <EmptyView {...empty} />
        ) : (
          <Table label={content.list} columns={columns}>
            {rows.map((one) => (
              <tr key={one.id}>
                <td>
                  <ConsoleLink className={styles.link} href={editorLink(content, one.id)}>
                    {one.title}
                  </ConsoleLink>
                </td>
                {cells(one)}
              </tr>
            ))}
          </Table>
        )}
      </Panel>
    </SettingsPage>
  )
}
