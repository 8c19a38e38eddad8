import { ConsoleLink } from '#console/shell/console-link.tsx'
import { staffReturnLink } from '#console/shell/console-links.ts'
import { Status, type StatusBadge } from '#console/ui/content/status.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { formatMoney } from '#console/ui/format/money.rules.ts'
import { Money } from '#console/ui/format/money.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { endCell, Table } from '#console/ui/layout/table.tsx'
import type { StaffMoney } from '#contract/calls/staff-call.ts'
import type { StaffOrder } from '#features/orders/orders.staff.contract.ts'
import styles from './order-money.module.css'

type Payment = StaffOrder['payments'][number]

const paymentBadges: Record<Payment['status'], StatusBadge> = {
  pending: { name: 'Started', tone: 'info', gauge: 0.5 },
  succeeded: { name: 'Captured', tone: 'success', gauge: 'tick' },
  declined: { name: 'Declined', tone: 'danger', gauge: 'cross' },
  timed_out: { name: 'Timed out', tone: 'danger', gauge: 'cross' },
  cancelled: { name: 'Canceled', tone: 'ink', gauge: 'dash' },
}
const refundBadges: Record<StaffOrder['refunds'][number]['status'], StatusBadge> = {
  pending: { name: 'On its way', tone: 'info', gauge: 0.5 },
  succeeded: { name: 'Arrived', tone: 'success', gauge: 'tick' },
  failed: { name: 'Failed', tone: 'danger', gauge: 'cross' },
}

/** Shows the payment attempts and the settled refunds of an order, and their balance. */
export function Payments({ order: { payments, refunds, total } }: { order: StaffOrder }) {
  const settled = refunds.filter(({ status }) => status === 'succeeded')
  const paid = payments.filter(({ status }) => status === 'succeeded')
  const sum = (rows: readonly { amount: StaffMoney }[]) => rows.reduce((all, { amount }) => all + amount.amount, 0)
  const net = { currency: total.currency, amount: sum(paid) - sum(settled) }
  const method = paid.at(-1)?.method ?? ''
  if (payments.length === 0) {
    return (
      <Panel title="Payments">
        <p className={styles.quiet}>No payment attempts yet.</p>
      </Panel>
    )
  }
  return (
    <Panel title="Payments" actions={<span className={styles.quiet}>{payments.at(-1)?.provider}</span>} isFlush>
      <Table
        label="Payments"
        columns={[
          ...[{ name: 'Type' }, { name: 'Date' }, { name: 'Method' }, { name: 'Reference' }, { name: 'Status' }],
          { name: 'Amount', isEnd: true },
        ]}
      >
        {payments.map((one) => (
          <PaymentRow
            key={one.id}
            type="Payment"
            badge={paymentBadges[one.status]}
            method={[one.method, one.failure].filter(Boolean).join(', ')}
            {...{ reference: one.reference, amount: one.amount, at: one.settled_at ?? one.created_at }}
          />
        ))}
        {settled.map(({ id, to, amount, settled_at, created_at }) => (
          <PaymentRow
            key={id}
            type="Refund"
            badge={{ name: 'Settled', tone: 'success', gauge: 'tick' }}
            method={to === 'credit' ? 'Store credit' : method}
            reference=""
            amount={{ ...amount, amount: -amount.amount }}
            at={settled_at ?? created_at}
          />
        ))}
        <tr className={styles.net}>
          <td colSpan={5}>Net payment</td>
          <td className={endCell}>
            <Money of={net} />
          </td>
        </tr>
      </Table>
    </Panel>
  )
}

type PaymentRowProps = {
  type: string
  at: string
  method: string
  reference: string
  badge: StatusBadge
  amount: StaffMoney
}

function PaymentRow({ type, at, method, reference, badge, amount }: PaymentRowProps) {
  return (
    <tr>
      <td>{type}</td>
      <td>
        <Moment at={at} />
      </td>
      <td>
        <bdi>{method}</bdi>
      </td>
      <td>
        <bdi dir="ltr" className={styles.id}>
          {reference}
        </bdi>
      </td>
      <td>
        <Status badge={badge} />
      </td>
      <td className={endCell}>
        <Money of={amount} />
      </td>
    </tr>
  )
}

function formatRefundMethod(to: 'payment' | 'credit', paidWithCredit: StaffMoney): string | null {
  if (to === 'credit') return 'as store credit'
  return paidWithCredit.amount > 0 ? `${formatMoney(paidWithCredit)} of it as store credit` : null
}

export function Refunds({ order: { refunds } }: { order: StaffOrder }) {
  if (refunds.length === 0) return null
  return (
    <Panel title="Refunds">
      <ul className={styles.list}>
        {refunds
          .toReversed()
          .map(({ id, status, amount, to, paid_with_credit, reason, started_by, failure, created_at, settled_at }) => (
            <li key={id} className={styles.entry}>
              <Status badge={refundBadges[status]} />
              <span className={styles.words}>
                <b className={styles.money}>
                  <Money of={amount} />
                </b>{' '}
                {[formatRefundMethod(to, paid_with_credit), reason, started_by && `by ${started_by}`, failure]
                  .filter(Boolean)
                  .join(', ')}
              </span>
              <Moment at={settled_at ?? created_at} />
            </li>
          ))}
      </ul>
    </Panel>
  )
}

export function Returns({ order: { returns } }: { order: StaffOrder }) {
  if (returns.length === 0) return null
  return (
    <Panel title="Returns">
      <ul className={styles.list}>
        {returns.map(({ id, number, status, line_ids, created_at }) => (
          <li key={id} className={styles.entry}>
            <ConsoleLink href={staffReturnLink(number)} className={styles.link}>
              <bdi dir="ltr">{number}</bdi>
            </ConsoleLink>
            <span className={styles.words}>
              {line_ids.length === 1 ? '1 item' : `${line_ids.length} items`}, {status.replaceAll('_', ' ')}
            </span>
            <Moment at={created_at} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
