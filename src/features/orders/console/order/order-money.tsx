import { Ban, Check, CircleDot, Clock, type LucideIcon, X } from 'lucide-react'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { staffReturnLink } from '#console/shell/console-links.ts'
import { History, type HistoryEntry } from '#console/ui/content/history.tsx'
import { Status, type StatusBadge } from '#console/ui/content/status.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { formatMoney } from '#console/ui/format/money.rules.ts'
import { Money } from '#console/ui/format/money.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import type { StaffMoney } from '#contract/calls/staff-call.ts'
import type { StaffOrder } from '#features/orders/orders.staff.contract.ts'
import styles from './order-money.module.css'

type Payment = StaffOrder['payments'][number]

const ends: Record<Exclude<Payment['status'], 'pending'>, { name: string; icon: LucideIcon }> = {
  succeeded: { name: 'Succeeded', icon: Check },
  declined: { name: 'Declined', icon: X },
  timed_out: { name: 'Timed out', icon: Clock },
  cancelled: { name: 'Cancelled', icon: Ban },
}
const refundBadges: Record<StaffOrder['refunds'][number]['status'], StatusBadge> = {
  pending: { name: 'On its way', tone: 'info', gauge: 0.5 },
  succeeded: { name: 'Arrived', tone: 'success', gauge: 'tick' },
  failed: { name: 'Failed', tone: 'danger', gauge: 'cross' },
}

/** Shows each payment attempt with its start and its result, the newest first. */
export function PaymentEvents({ order: { payments } }: { order: StaffOrder }) {
  if (payments.length === 0) return <p className={styles.quiet}>No payment attempts yet.</p>
  return <History label="Payment events" entries={payments.toReversed().flatMap(listPaymentEvents)} />
}

function listPaymentEvents({ id, status, method, provider, reference, failure, ...at }: Payment): HistoryEntry[] {
  const begun: HistoryEntry = {
    key: `${id} started`,
    actor: { kind: 'provider', name: 'Started' },
    icon: CircleDot,
    action: (
      <>
        at {provider}, <bdi dir="ltr">{reference}</bdi>
      </>
    ),
    at: at.created_at,
  }
  if (status === 'pending') return [begun]
  const { name, icon } = ends[status]
  const action = [method, failure].filter(Boolean).join(', ')
  return [{ key: id, actor: { kind: 'provider', name }, icon, action, at: at.settled_at ?? at.created_at }, begun]
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
