import { Money } from '#console/ui/format/money.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { endCell, Table } from '#console/ui/layout/table.tsx'
import type { StaffMoney } from '#contract/calls/staff-call.ts'
import type { StaffOrder } from '#features/orders/orders.staff.contract.ts'
import styles from './order-tax.module.css'
import { formatBuyer, formatTaxPlace, formatTaxRates, formatTaxRow, nameTax } from './order-tax.rules.ts'

/** Shows the tax of an order per kind and rate. */
export function TaxPanel({ order: { tax, total } }: { order: StaffOrder }) {
  const sum = (read: (row: StaffOrder['tax']['rates'][number]) => StaffMoney): StaffMoney => ({
    currency: total.currency,
    amount: tax.rates.reduce((all, row) => all + read(row).amount, 0),
  })
  return (
    <Panel title="Tax" actions={<span className={styles.quiet}>{formatTaxPlace(tax)}</span>} isFlush>
      <Table
        label="Tax"
        columns={[
          { name: 'Tax line' },
          { name: 'Net', isEnd: true },
          { name: nameTax(tax), isEnd: true },
          { name: 'Gross', isEnd: true },
        ]}
        isCompact
      >
        {tax.rates.map((row) => (
          <Row
            key={`${row.kind} ${row.country} ${row.region} ${row.rate}`}
            name={formatTaxRow(row)}
            amounts={[row.net, row.tax, row.gross]}
          />
        ))}
        <Row name="Total" amounts={[sum(({ net }) => net), sum((row) => row.tax), sum(({ gross }) => gross)]} isTotal />
      </Table>
    </Panel>
  )
}

function Row({ name, amounts, isTotal }: { name: string; amounts: StaffMoney[]; isTotal?: boolean }) {
  return (
    <tr className={isTotal ? styles.total : undefined}>
      <td>{name}</td>
      {amounts.map((amount, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns are fixed.
        <td key={index} className={endCell}>
          <Money of={amount} />
        </td>
      ))}
    </tr>
  )
}

/** Shows the currency, the buyer and the tax of an order. */
export function MarketPanel({ order }: { order: StaffOrder }) {
  const rows = [
    ['Currency', order.total.currency],
    ['Buyer', formatBuyer(order)],
    ...(order.vat_number ? [['VAT number', order.vat_number]] : []),
    ['Tax', formatTaxRates(order.tax)],
  ]
  return (
    <Panel title="Market and tax">
      <dl className={styles.facts}>
        {rows.map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
