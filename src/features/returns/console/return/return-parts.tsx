import { Package } from 'lucide-react'
import { useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { staffCustomerLink, staffReturnLink } from '#console/shell/console-links.ts'
import { Status } from '#console/ui/content/status.tsx'
import { Tag } from '#console/ui/content/tag.tsx'
import { formatDay } from '#console/ui/format/day.rules.ts'
import { Moment } from '#console/ui/format/moment.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { StaffReturn } from '#features/returns/returns.staff.contract.ts'
import { readReturnRate, returnBadges } from '../parts/return-badges.rules.ts'
import aside from './aside.module.css'
import styles from './return-page.module.css'

/** Shows the return parcel with its carrier and status. */
export function Parcel({ returnRequest: { items, events, customer } }: { returnRequest: StaffReturn }) {
  const sent = items.find(({ tracking_number }) => tracking_number)
  const waiting = items.find(({ status, tracking_number }) => status === 'approved' && !tracking_number)
  if (!sent && !waiting) return null
  const given = events.find(({ command }) => command === 'giveParcel')
  return (
    <section className={styles.parcel} aria-label="Parcel">
      <Package size={20} strokeWidth={1.6} aria-hidden className={styles.parcelIcon} />
      {sent ? (
        <div>
          <b>
            {sent.carrier} <bdi dir="ltr">{sent.tracking_number}</bdi>
          </b>
          <p>
            {given && (
              <>
                Tracking number added <Moment at={given.at} /> by {customer.name || customer.email} ·{' '}
              </>
            )}
            {sent.scanned_at ? (
              <>
                first scan <Moment at={sent.scanned_at} />
              </>
            ) : (
              'no scan yet'
            )}
            {sent.received_at && (
              <>
                {' '}
                · received <Moment at={sent.received_at} />
              </>
            )}
          </p>
        </div>
      ) : (
        <div>
          <b>No parcel yet</b>
          {waiting?.send_by && (
            <p>
              to be sent by <Moment at={waiting.send_by} />
            </p>
          )}
        </div>
      )}
    </section>
  )
}

const latestShown = 4

export function Shopper({ returnRequest: { history, customer, number } }: { returnRequest: StaffReturn }) {
  const me = useMe()
  const rate = readReturnRate(history.items, history.returned_items)
  const share = history.items === 0 ? 0 : Math.min(100, (history.returned_items / history.items) * 100)
  const before = history.latest_returns.filter((one) => one.number !== number).slice(0, latestShown)
  return (
    <Panel
      title={customer.name || customer.email}
      actions={
        customer.id !== null &&
        allowsScope(me.scopes, 'customers:read') && (
          <ConsoleLink href={staffCustomerLink(customer.id)} className={aside.link}>
            Open
          </ConsoleLink>
        )
      }
    >
      <dl className={styles.figures}>
        <div>
          <dt>Orders</dt>
          <dd>{history.orders}</dd>
        </div>
        <div>
          <dt>Items</dt>
          <dd>{history.items}</dd>
        </div>
        <div>
          <dt>Returned</dt>
          <dd className={rate.tone ? styles[rate.tone] : undefined}>{rate.text}</dd>
        </div>
      </dl>
      <div className={styles.share} style={{ '--share': `${share}%` }} />
      {history.shop_percent !== null && (
        <p className={styles.average}>
          Shop average <bdi dir="ltr">{`${history.shop_percent}\u2009%`}</bdi>
        </p>
      )}
      <ul className={styles.before}>
        {before.map((one) => (
          <li key={one.number}>
            <Status badge={returnBadges[one.status]} />
            <ConsoleLink href={staffReturnLink(one.number)} title={`${one.number}: ${one.about}`} dir="auto">
              {one.about || one.number}
            </ConsoleLink>
            <Moment at={one.created_at} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Shows the return policy at the time of the request, which may differ from the current policy. */
export function ReturnTerms({
  returnRequest: { policy, items, created_at, postage, as_credit, payment_method },
}: {
  returnRequest: StaffReturn
}) {
  const delivered = items.flatMap(({ delivered_at }) => delivered_at ?? []).sort()[0]
  const days = delivered && Math.floor((Date.parse(created_at) - Date.parse(delivered)) / (24 * 3_600_000))
  return (
    <Panel title={`Return policy of ${formatDay(created_at.slice(0, 10))}`} actions={<Tag>Snapshot</Tag>}>
      <dl className={aside.facts}>
        {delivered && (
          <div>
            <dt>Delivered</dt>
            <dd>
              <Moment at={delivered} />, day {days} of {policy.window_days}
            </dd>
          </div>
        )}
        <div>
          <dt>Reply within</dt>
          <dd>{policy.reply_hours} h</dd>
        </div>
        <div>
          <dt>Send within</dt>
          <dd>{policy.ship_days} days</dd>
        </div>
        {(as_credit.is_chosen || as_credit.is_offered) && (
          <div>
            <dt>Refund choice</dt>
            <dd>
              {as_credit.is_chosen
                ? `Store credit${as_credit.bonus_percent > 0 ? `, ${as_credit.bonus_percent}\u2009% bonus` : ''}`
                : (payment_method ?? 'Original payment method')}
            </dd>
          </div>
        )}
        {postage.refunded.amount > 0 && (
          <div>
            <dt>Postage</dt>
            <dd>refunded</dd>
          </div>
        )}
      </dl>
    </Panel>
  )
}
