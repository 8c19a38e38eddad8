import { ConsoleLink } from '#console/console-link.tsx'
import { staffReturnLink } from '#console/console-links.ts'
import { Moment } from '#console/ui/moment.tsx'
import { Money } from '#console/ui/money.tsx'
import { Panel } from '#console/ui/panel.tsx'
import { Status, type StatusLook } from '#console/ui/status.tsx'
import type { StaffOrder } from '#features/orders/orders.staff.contract.ts'
import styles from './order-money.module.css'

const paymentLooks: Record<StaffOrder['payments'][number]['status'], StatusLook> = {
  pending: { name: 'Begun', tone: 'info', gauge: 0.5 },
  succeeded: { name: 'Succeeded', tone: 'success', gauge: 'tick' },
  declined: { name: 'Declined', tone: 'danger', gauge: 'cross' },
  timed_out: { name: 'Timed out', tone: 'ink', gauge: 'dash' },
  cancelled: { name: 'Cancelled', tone: 'ink', gauge: 'dash' },
}
const refundLooks: Record<StaffOrder['refunds'][number]['status'], StatusLook> = {
  pending: { name: 'On its way', tone: 'info', gauge: 0.5 },
  succeeded: { name: 'Arrived', tone: 'success', gauge: 'tick' },
  failed: { name: 'Failed', tone: 'danger', gauge: 'cross' },
}

/** Each try to pay, the newest first. */
export function PaymentEvents({ order: { payments } }: { order: StaffOrder }) {
  if (payments.length === 0) return <p className={styles.quiet}>Nobody has tried to pay yet.</p>
  return (
    <ul className={styles.list}>
      {payments.toReversed().map(({ id, status, method, provider, reference, failure, settled_at, created_at }) => (
        <li key={id} className={styles.entry}>
          <Status look={paymentLooks[status]} />
          <span className={styles.words}>
            {[method, provider, failure].filter(Boolean).join(', ')}
            <bdi dir="ltr" className={styles.reference}>
              {reference}
            </bdi>
          </span>
          <Moment at={settled_at ?? created_at} />
        </li>
      ))}
    </ul>
  )
}

export function Refunds({ order: { refunds } }: { order: StaffOrder }) {
  if (refunds.length === 0) return null
  return (
    <Panel title="Refunds">
      <ul className={styles.list}>
        {refunds.toReversed().map(({ id, status, amount, reason, started_by, failure, created_at, settled_at }) => (
          <li key={id} className={styles.entry}>
            <Status look={refundLooks[status]} />
            <span className={styles.words}>
              <b className={styles.money}>
                <Money of={amount} />
              </b>{' '}
              {[reason, started_by && `by ${started_by}`, failure].filter(Boolean).join(', ')}
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
