import { Download } from 'lucide-react'
import { useState } from 'react'
import { usePreview } from '#console/data/use-preview.ts'
import { buttonClass } from '#console/ui/buttons/button.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { SelectField } from '#console/ui/fields/field.tsx'
import { formatMoney } from '#console/ui/format/money.rules.ts'
import { Panel } from '#console/ui/layout/panel.tsx'
import { endCell, Table } from '#console/ui/layout/table.tsx'
import { toQuery } from '#contract/calls/call.ts'
import { type StaffMoney, staffApiRoot } from '#contract/calls/staff-call.ts'
import { getTaxReport, getTaxReportCsv, type TaxReport } from '#features/dashboard/tax-report.staff.contract.ts'
import { joinClasses } from '#ui/content/join-classes.ts'
import { formatTaxRate } from '../tax-rates.rules.ts'
import { findDueDay, formatTaxDay, nameReportRow } from './tax-page.rules.ts'
import type { TaxData } from './taxes-data.ts'
import styles from './taxes-page.module.css'

const returns = [
  { value: 'oss', name: 'OSS return' },
  { value: 'domestic', name: 'Domestic return' },
  { value: 'destination', name: 'Local returns' },
  { value: 'all', name: 'All orders' },
] as const
type Return = (typeof returns)[number]['value']

const columns = [
  { name: 'Country' },
  { name: 'Rate', isEnd: true },
  { name: 'Orders', isEnd: true },
  { name: 'Sales, net', isEnd: true },
  { name: 'Refunds, net', isEnd: true },
  { name: 'Taxable', isEnd: true },
  { name: 'VAT', isEnd: true },
]

/** Renders sales, refunds and tax of a quarter by country and rate, with an export for the accountant. */
export function ReportPanel({ data }: { data: TaxData }) {
  const { quarters, report: first } = data
  const [chosen, setChosen] = useState<Return>('oss')
  const [value, setValue] = useState(quarters[0]?.value ?? '')
  const period = quarters.find((one) => one.value === value) ?? quarters[0]
  const input = period
    ? { from: period.from, to: period.to, ...(chosen !== 'all' && { return: chosen }) }
    : { from: '', to: '' }
  const { data: report = first, problem, isFresh } = usePreview(getTaxReport, input, { first })
  return (
    <Panel
      title="Report"
      isFlush
      beside={<span className={styles.grow} />}
      actions={
        <>
          <SelectField label="Return" isLabelHidden value={chosen} onChange={setChosen} options={returns} />
          <SelectField
            label="Period"
            isLabelHidden
            value={value}
            onChange={setValue}
            options={quarters.map((one) => ({ value: one.value, name: one.name }))}
          />
          <a className={buttonClass()} href={staffApiRoot + getTaxReportCsv.path + toQuery(input)} download>
            <Download size={16} strokeWidth={1.75} aria-hidden />
            Export CSV
          </a>
        </>
      }
    >
      <Refusal problem={problem} />
      {report && (
        <div className={isFresh ? undefined : styles.stale}>
          <ReportTable report={report} data={data} />
        </div>
      )}
      {chosen === 'oss' && period && (
        <p className={styles.foot}>
          The OSS return of this quarter is due {formatTaxDay(findDueDay(period))}. Amounts stay in the currency of
          their orders.
        </p>
      )}
    </Panel>
  )
}

function ReportTable({ report, data }: { report: TaxReport; data: TaxData }) {
  if (report.rows.length === 0) return <p className={styles.none}>No taxed orders or refunds in this period.</p>
  return (
    <Table label="Report" isCompact columns={columns}>
      {report.rows.map((row) => (
        <tr key={[row.country, row.region, row.rate, row.tax.currency].join()}>
          <td className={styles.strong}>{nameReportRow(row, data.rates, data.categories)}</td>
          <td className={endCell}>{formatTaxRate(row.rate)}</td>
          <Amounts of={row} />
        </tr>
      ))}
      {report.totals.map((total) => (
        <tr key={total.tax.currency} className={styles.total}>
          <td>{report.totals.length === 1 ? 'Total' : `Total in ${total.tax.currency}`}</td>
          <td />
          <Amounts of={total} />
        </tr>
      ))}
    </Table>
  )
}

const negative = ({ amount, currency }: StaffMoney) => formatMoney({ amount: amount === 0 ? 0 : -amount, currency })

function Amounts({ of }: { of: TaxReport['totals'][number] }) {
  return (
    <>
      <td className={endCell}>{of.orders}</td>
      <td className={endCell}>{formatMoney(of.sales_net)}</td>
      <td className={joinClasses(endCell, styles.second)}>{negative(of.refunds_net)}</td>
      <td className={endCell}>{formatMoney(of.taxable)}</td>
      <td className={joinClasses(endCell, styles.strong)}>{formatMoney(of.tax)}</td>
    </>
  )
}
