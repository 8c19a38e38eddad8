import { useRouter } from '@tanstack/react-router'
import { Download, FileUp } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { type ConsoleContext, useConsole, useMe } from '#console/console-context.ts'
import { ConsoleLink } from '#console/console-link.tsx'
import { importLink, importsLink, productsLink } from '#console/console-links.ts'
import { buttonClass } from '#console/ui/button.tsx'
import { EmptyView } from '#console/ui/empty-view.tsx'
import { SelectField } from '#console/ui/field.tsx'
import { Moment } from '#console/ui/moment.tsx'
import { Refusal } from '#console/ui/note.tsx'
import { PageHead } from '#console/ui/page-head.tsx'
import { Panel } from '#console/ui/panel.tsx'
import { Status } from '#console/ui/status.tsx'
import { Table } from '#console/ui/table.tsx'
import { useFileInput } from '#console/ui/use-file-input.tsx'
import { useCommand } from '#console/use-command.ts'
import { usePageData } from '#console/use-page-data.ts'
import { allowsScope } from '#contract/scopes.ts'
import { staffApiRoot } from '#contract/staff-call.ts'
import { joinClasses } from '#web/ui/join-classes.ts'
import { exportCustomersCsv, exportOrdersCsv, exportProductsCsv, exportStockCsv } from '../exports.staff.contract.ts'
import { type ImportKindName, importKinds, importScopes } from '../imports.rules.ts'
import { createImport, listImports } from '../imports.staff.contract.ts'
import { importLooks, kindNames } from './import-looks.ts'
import styles from './imports-page.module.css'

export async function loadImports({ context: { load } }: { context: ConsoleContext }) {
  return (await load(listImports, { limit: 20 })).data
}

const exports = [
  { name: 'Products', call: exportProductsCsv },
  { name: 'Stock', call: exportStockCsv },
  { name: 'Customers', call: exportCustomersCsv },
  { name: 'Orders', call: exportOrdersCsv },
]

/** Files in and out. A file that was taken in changes nothing until its preview was seen. */
export function ImportsPage() {
  const { data: imports } = usePageData<typeof loadImports>(importsLink)
  const scopes = new Set(useMe().scopes)
  const kinds = importKinds.filter((kind) => allowsScope(scopes, importScopes[kind]))
  return (
    <main>
      <PageHead title="Import and export" crumb={<ConsoleLink href={productsLink}>Products</ConsoleLink>} />
      <div className={styles.body}>
        {kinds.length > 0 && <TakeIn kinds={kinds} />}
        <Panel title="Lately" isFlush>
          {imports.length === 0 ? (
            <EmptyView title="Nothing was brought in yet" text="Files show up here with what they did." />
          ) : (
            <Table
              label="Imports"
              columns={[{ name: 'File' }, { name: 'What' }, { name: 'State' }, { name: 'Who' }, { name: 'When' }]}
            >
              {imports.map((one) => (
                <tr key={one.id}>
                  <td>
                    <ConsoleLink href={importLink(one.id)}>{one.file_name || 'Without a name'}</ConsoleLink>
                  </td>
                  <td>{kindNames[one.kind]}</td>
                  <td>
                    <Status look={importLooks[one.status]} />
                  </td>
                  <td>{one.created_by}</td>
                  <td>
                    <Moment at={one.created_at} />
                  </td>
                </tr>
              ))}
            </Table>
          )}
        </Panel>
        <Panel title="Export">
          <p>Everything as a file that this page takes in again.</p>
          <p className={styles.exports}>
            {exports
              .filter(
                ({ call: { scope } }) => scope !== 'signed-in' && scope !== 'anyone' && allowsScope(scopes, scope),
              )
              .map(({ name, call }) => (
                <a key={name} className={buttonClass()} href={staffApiRoot + call.path} download>
                  <Download size={16} strokeWidth={1.75} aria-hidden />
                  {name}
                </a>
              ))}
          </p>
        </Panel>
      </div>
    </main>
  )
}

function TakeIn({ kinds }: { kinds: ImportKindName[] }) {
  const { call } = useConsole()
  const router = useRouter()
  const { run, busy, problem } = useCommand()
  const [kind, setKind] = useState<ImportKindName>(kinds[0] ?? 'products')
  const [isOver, setOver] = useState(false)
  const send = (file: File | undefined) =>
    file &&
    run('send', async () => {
      const format = file.name.toLowerCase().endsWith('.json') ? 'json' : 'csv'
      const { data } = await call(createImport, { kind, format, file_name: file.name.slice(0, 200), file })
      await router.navigate({ href: importLink(data.id) })
    })
  const picked = useFileInput({
    label: 'File',
    accept: '.csv,.json,text/csv,application/json',
    onPick: ([file]) => send(file),
  })
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    send(event.dataTransfer.files[0])
  }
  return (
    <Panel title="Bring a file in">
      <div className={styles.take}>
        <SelectField
          label="It holds"
          value={kind}
          onChange={setKind}
          options={kinds.map((one) => ({ value: one, name: kindNames[one] }))}
        />
        <button
          type="button"
          className={joinClasses(styles.drop, isOver && styles.over)}
          aria-busy={busy !== null}
          onClick={picked.open}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <FileUp size={20} strokeWidth={1.6} aria-hidden />
          {busy ? 'Reading the file …' : 'Drop a file here, or choose one'}
          <small>
            Our CSV or JSON, or what Shopify exports. Nothing changes before you have seen what it would do.
          </small>
        </button>
        {picked.input}
        <Refusal problem={problem} />
      </div>
    </Panel>
  )
}
