import { Download } from 'lucide-react'
import { usePageData } from '#console/data/use-page-data.ts'
import { type ConsoleContext, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { importLink, importsLink, productsLink } from '#console/shell/console-links.ts'
import { buttonClass } from '#console/ui/buttons/button.tsx'
import { EmptyView } from '#console/ui/content/empty-view.tsx'
import { Status } from '#console/ui/content/status.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { PageHead } from '#console/ui/layout/page-head.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { Table } from '#console/ui/layout/table.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import { staffApiRoot } from '#contract/calls/staff-call.ts'
import { listStaffProducts } from '#features/catalogue/products.staff.contract.ts'
import { loadCurrencies } from '#features/settings/console/parts/load-currencies.ts'
import { exportCustomersCsv, exportOrdersCsv, exportProductsCsv, exportStockCsv } from '../exports.staff.contract.ts'
import { importKinds, importScopes } from '../imports.rules.ts'
import { listImports } from '../imports.staff.contract.ts'
import { importBadges, kindNames } from './import-badges.ts'
import { ImportForm } from './import-form.tsx'
import styles from './imports-page.module.css'

export async function loadImports({ context }: { context: ConsoleContext }) {
  const { load } = context
  const scopes = new Set(context.me?.scopes ?? [])
  const [imports, currencies, products] = await Promise.all([
    load(listImports, { limit: 20 }),
    loadCurrencies(context),
    allowsScope(scopes, 'catalogue:read') ? load(listStaffProducts, { limit: 1 }) : null,
  ])
  // The currency of the latest product is suggested, or the shop's own.
  const latest = products?.data.data[0]?.price?.currency ?? context.shop.currency
  const codes = new Set([latest, ...currencies.map(({ code }) => code)])
  return { imports: imports.data, currency: latest, currencies: [...codes].filter(Boolean).sort() }
}

const exports = [
  { name: 'Products', call: exportProductsCsv },
  { name: 'Stock', call: exportStockCsv },
  { name: 'Customers', call: exportCustomersCsv },
  { name: 'Orders', call: exportOrdersCsv },
]

/** Renders imports and exports. An uploaded file changes nothing until its preview is confirmed. */
export function ImportsPage() {
  const { imports, currencies, currency } = usePageData<typeof loadImports>(importsLink)
  const scopes = new Set(useMe().scopes)
  const kinds = importKinds.filter((kind) => allowsScope(scopes, importScopes[kind]))
  return (
    <main>
      <PageHead title="Import and export" crumb={<ConsoleLink href={productsLink}>Products</ConsoleLink>} />
      <div className={styles.body}>
        {kinds.length > 0 && <ImportForm kinds={kinds} currencies={currencies} suggested={currency} />}
        <Panel title="Recent imports" isFlush>
          {imports.data.length === 0 ? (
            <EmptyView title="No imports yet" text="Imported files and their results appear here." />
          ) : (
            <Table
              label="Imports"
              columns={[{ name: 'File' }, { name: 'Content' }, { name: 'State' }, { name: 'Who' }, { name: 'When' }]}
            >
              {imports.data.map((one) => (
                <tr key={one.id}>
                  <td>
                    <ConsoleLink href={importLink(one.id)}>{one.file_name || 'Without a name'}</ConsoleLink>
                  </td>
                  <td>{kindNames[one.kind]}</td>
                  <td>
                    <Status badge={importBadges[one.status]} />
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
          <p>Download your data as files that can be imported again.</p>
          <p className={styles.exports}>
            {exports
              .filter(({ call }) => allowsScope(scopes, call.scope))
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
