import { FileDown, Send } from 'lucide-react'
import { useCommand } from '#console/data/use-command.ts'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { Money } from '#console/ui/format/money.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { endCell, Table } from '#console/ui/layout/table.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import { type StaffMoney, staffApiRoot } from '#contract/calls/staff-call.ts'
import { emailDocuments, getDocumentPdf, type StaffDocument } from '#features/documents/documents.staff.contract.ts'
import type { StaffOrder } from '#features/orders/orders.staff.contract.ts'
import styles from './order-documents.module.css'

const pdfLink = (id: string) => staffApiRoot + getDocumentPdf.path.replace(':id', id)

type Props = { order: StaffOrder; documents: StaffDocument[] }

/** Shows the invoice and the credit notes of an order, and the balance of their amounts. */
export function OrderDocuments({ order, documents }: Props) {
  const { call } = useConsole()
  const me = useMe()
  const { run, busy, problem } = useCommand()
  if (documents.length === 0) return null
  const email = async () => {
    if (!(await run('email', () => call(emailDocuments, { no: order.number })))) return
    showToast(`Documents mailed to ${order.customer.email}`)
  }
  const sum = (read: (one: StaffDocument) => StaffMoney): StaffMoney => ({
    currency: order.total.currency,
    amount: documents.reduce((all, one) => all + read(one).amount, 0),
  })
  return (
    <Panel
      title="Invoice and credit notes"
      actions={
        allowsScope(me.scopes, 'orders:write') && (
          <Button tone="quiet" size="small" icon={Send} isBusy={busy !== null} onClick={() => void email()}>
            Email again
          </Button>
        )
      }
      isFlush
    >
      <Refusal problem={problem} />
      <Table
        label="Invoice and credit notes"
        columns={[
          { name: 'Document' },
          { name: 'Date' },
          { name: 'Net', isEnd: true },
          { name: 'VAT', isEnd: true },
          { name: 'Total', isEnd: true },
          { name: 'PDF', isNameHidden: true },
        ]}
      >
        {documents.map(({ id, kind, number, issued_at, net, tax, gross }) => (
          <tr key={id}>
            <td>
              <span className={styles.name}>{kind === 'invoice' ? 'Invoice' : 'Credit note'}</span>
              <bdi dir="ltr" className={styles.number}>
                {number}
              </bdi>
            </td>
            <td>
              <Moment at={issued_at} />
            </td>
            <td className={endCell}>
              <Money of={net} />
            </td>
            <td className={endCell}>
              <Money of={tax} />
            </td>
            <td className={endCell}>
              <Money of={gross} />
            </td>
            <td className={endCell}>
              <a
                href={pdfLink(id)}
                target="_blank"
                rel="noreferrer"
                className={styles.pdf}
                aria-label={`PDF of ${number}`}
              >
                <FileDown size={14} strokeWidth={1.9} aria-hidden />
                PDF
              </a>
            </td>
          </tr>
        ))}
        <tr className={styles.balance}>
          <td colSpan={2}>Balance</td>
          <td className={endCell}>
            <Money of={sum(({ net }) => net)} />
          </td>
          <td className={endCell}>
            <Money of={sum(({ tax }) => tax)} />
          </td>
          <td className={endCell}>
            <Money of={sum(({ gross }) => gross)} />
          </td>
          <td />
        </tr>
      </Table>
    </Panel>
  )
}
