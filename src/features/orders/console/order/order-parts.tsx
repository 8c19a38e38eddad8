import type { HistoryEntry } from '#console/ui/content/history.tsx'
import { Thumb } from '#console/ui/content/thumbs.tsx'
import { Money } from '#console/ui/format/money.tsx'
import { compareTexts } from '#contract/text/compare.ts'
import type { StaffOrder } from '#features/orders/orders.staff.contract.ts'
import { formatOptions } from '../parts/order-dialog.tsx'
import { SaleTag } from '../parts/order-tags.tsx'
import { formatAction } from './order-history.rules.ts'
import styles from './order-parts.module.css'

type Line = StaffOrder['lines'][number]

export function OrderLine({ line }: { line: Line }) {
  return (
    <span className={styles.line}>
      <Thumb src={line.image} size="line" />
      <span className={styles.words}>
        <span className={styles.named}>
          <b className={line.cancelled_at ? styles.out : styles.name}>{line.name}</b>
          <SaleTag sale={line.sale} />
        </span>
        <span className={styles.quiet}>
          {formatOptions(line)} · <bdi dir="ltr">{line.sku}</bdi>
          {line.is_gift && ' · gift'}
          {line.cancelled_at && ' · canceled'}
        </span>
      </span>
    </span>
  )
}

/** Shows an item's share of the coupon. Renders nothing without a discount. */
export function CouponShare({ of }: { of: Line['discount'] }) {
  return of.amount === 0 ? null : (
    <span className={styles.share}>
      <Money of={{ ...of, amount: -of.amount }} />
    </span>
  )
}

/** Shows the price of an order and its refunds. The short form leaves out empty lines. */
export function OrderSums({ order, isShort = false }: { order: StaffOrder; isShort?: boolean }) {
  const { totals, total, coupon_code, shipping_method, paid_at, payment_method } = order
  return (
    <dl className={styles.sums}>
      <dt>Subtotal</dt>
      <dd>
        <Money of={totals.subtotal} />
      </dd>
      {totals.discount.amount > 0 && (
        <>
          <dt>Coupon {coupon_code}</dt>
          <dd>
            <Money of={{ ...totals.discount, amount: -totals.discount.amount }} />
          </dd>
        </>
      )}
      <dt>Shipping, {shipping_method}</dt>
      <dd>
        <Money of={totals.shipping} />
      </dd>
      <dt className={styles.total}>{paid_at ? ['Paid', payment_method].filter(Boolean).join(', ') : 'To pay'}</dt>
      <dd className={styles.total}>
        <Money of={total} />
      </dd>
      {totals.credit.amount > 0 && (
        <>
          <dt>{paid_at ? 'Paid with store credit' : 'Covered by store credit'}</dt>
          <dd>
            <Money of={totals.credit} />
          </dd>
        </>
      )}
      {((paid_at && !isShort) || totals.refunded.amount > 0) && (
        <>
          <dt>Refunded</dt>
          <dd>
            <Money of={totals.refunded} />
          </dd>
        </>
      )}
    </dl>
  )
}

export function OrderAddress({ address, isShort = false }: { address: StaffOrder['address']; isShort?: boolean }) {
  if (!address) return <p className={styles.quiet}>No address</p>
  const { firstname, lastname, telephone, lines } = address
  return (
    <address className={styles.address}>
      {`${firstname} ${lastname}`.trim()}
      {telephone && (
        <>
          , <bdi dir="ltr">{telephone}</bdi>
        </>
      )}
      <br />
      {lines.join(isShort ? ', ' : '\n')}
    </address>
  )
}

/** Lists the events and the notes of an order, the newest first. */
export function listHistory(order: StaffOrder): HistoryEntry[] {
  const { events, notes, customer } = order
  const moves = events.map((event, at): HistoryEntry => {
    const { actor, details } = event
    const reason = typeof details.reason === 'string' ? details.reason : null
    const name = actor.kind === 'shopper' ? customer.name || customer.email : actor.name
    return {
      key: `event-${at}`,
      actor: { kind: actor.kind, name: event.command === 'confirmPayment' && !name ? 'Paid' : name },
      action: formatAction(event, order),
      at: event.at,
      words: reason ? { body: reason } : undefined,
    }
  })
  const words = notes.map(
    ({ id, body, author, at }): HistoryEntry => ({
      key: `note-${id}`,
      actor: { kind: 'staff', name: author },
      action: 'wrote a note',
      at,
      words: { body, isNote: true },
    }),
  )
  // Sorts by time, the newest first. Within the same second, the later entry of the history comes first.
  return [...moves, ...words].reverse().sort((one, other) => compareTexts(other.at, one.at))
}
