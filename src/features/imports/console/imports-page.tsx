import { useRouter } from '@tanstack/react-router'
import { Download, FileUp } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { loadAll } from '#console/data/load-all.ts'
import { useCommand } from '#console/data/use-command.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { importLink, importsLink, productsLink } from '#console/shell/console-links.ts'
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
import { allowsScope } from '#contract/calls/scopes.ts'
import { staffApiRoot } from '#contract/calls/staff-call.ts'
import { homeCurrency } from '#contract/money/money.ts'
import { listStaffProducts } from '#features/catalogue/products.staff.contract.ts'
import { listStaffCurrencies } from '#features/settings/settings.staff.contract.ts'
import { joinClasses } from '#ui/content/join-classes.ts'
import { exportCustomersCsv, exportOrdersCsv, exportProductsCsv, exportStockCsv } from '../exports.staff.contract.ts'
import { type ImportKindName, importKinds, importScopes } from '../imports.rules.ts'
import { createImport, listImports } from '../imports.staff.contract.ts'
import { importLooks, kindNames } from './import-looks.ts'
import styles from './imports-page.module.css'

export async function loadImports({ context }: { context: ConsoleContext }) {
  const { load } = context
  const scopes = new Set(context.me?.scopes ?? [])
  const [imports, currencies, products] = await Promise.all([
    load(listImports, { limit: 20 }),
    allowsScope(scopes, 'settings:read') ? loadAll(load, listStaffCurrencies, {}) : [],
    allowsScope(scopes, 'catalogue:read') ? load(listStaffProducts, { limit: 1 }) : null,
  ])
  // The currency of the latest product is suggested. Without products, staff must choose one.
  const latest = products?.data.data[0]?.price?.currency ?? ''
  const codes = new Set([homeCurrency, latest, ...currencies.map(({ code }) => code)])
  return { imports: imports.data, currency: latest, currencies: [...codes].filter(Boolean).sort() }
}

const exports = [
  { name: 'Products', call: exportProductsCsv },
  { name: 'Stock', call: exportStockCsv },
  { name: 'Customers', call: exportCustomersCsv },
  { name: 'Orders', call: exportOrdersCsv },
]

/** Files in and out. A file that was taken in changes nothing until its preview was seen. */
export function ImportsPage() {
  const { imports, currencies, currency } = usePageData<typeof loadImports>(importsLink)
  const scopes = new Set(useMe().scopes)
  const kinds = importKinds.filter((kind) => allowsScope(scopes, importScopes[kind]))
  return (
    <main>
      <PageHead title="Import and export" crumb={<ConsoleLink href={productsLink}>Products</ConsoleLink>} />
      <div className={styles.body}>
        {kinds.length > 0 && <TakeIn kinds={kinds} currencies={currencies} suggested={currency} />}
        <Panel title="Lately" isFlush>
          {imports.data.length === 0 ? (
            <EmptyView title="Nothing was brought in yet" text="Files show up here with what they did." />
          ) : (
            <Table
              label="Imports"
              columns={[{ name: 'File' }, { name: 'What' }, { name: 'State' }, { name: 'Who' }, { name: 'When' }]}
            >
              {imports.data.map((one) => (
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

type TakeInProps = { kinds: ImportKindName[]; currencies: string[]; suggested: string }

function TakeIn({ kinds, currencies, suggested }: TakeInProps) {
  const { call } = useConsole()
  const router = useRouter()
  const { run, busy, problem } = useCommand()
  const [kind, setKind] = useState<ImportKindName>(kinds[0] ?? 'products')
  const [currency, setCurrency] = useState(suggested)
  const [isAsking, setAsking] = useState(false)
  const [isOver, setOver] = useState(false)
  const isUnsaid = kind === 'products' && currency === ''
  function send(file: File | undefined) {
    if (!file) return
    setAsking(isUnsaid)
    if (isUnsaid) return
    const format = file.name.toLowerCase().endsWith('.json') ? 'json' : 'csv'
    const asked = { kind, format, file_name: file.name.slice(0, 200), ...(currency && { currency }) } as const
    run('send', async () => {
      const { data } = await call(createImport, { ...asked, file })
      await router.navigate({ href: importLink(data.id) })
    })
  }
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
        {kind === 'products' && (
          <SelectField
            label="Currency of the prices"
            hint="For prices without a currency of their own, as in Shopify’s files"
            error={isAsking && isUnsaid ? 'Choose the currency of the file first' : null}
            value={currency}
            onChange={setCurrency}
            options={[
              ...(suggested === '' ? [{ value: '', name: 'Choose' }] : []),
              ...currencies.map((code) => ({ value: code, name: code })),
            ]}
          />
        )}
        <button
          type="button"
          className={joinClasses(styles.drop, isOver && styles.over)}
          aria-busy={busy !== null}
          onClick={() => (isUnsaid ? setAsking(true) : picked.open())}
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
