import { TicketPercent, Truck, Undo2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import {
  ordersLink,
  staffChatLink,
  staffCustomerLink,
  staffOrderLink,
  staffProductLink,
  staffTicketLink,
} from '#console/shell/console-links.ts'
import { useZone } from '#console/shell/use-now.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Avatar } from '#console/ui/content/avatar.tsx'
import { Note } from '#console/ui/content/note.tsx'
import { Status } from '#console/ui/content/status.tsx'
import { Thumb } from '#console/ui/content/thumbs.tsx'
import { formatShortDay } from '#console/ui/format/day.rules.ts'
import { Moment } from '#console/ui/format/moment.tsx'
import { Money } from '#console/ui/format/money.tsx'
import { toQuery } from '#contract/calls/call.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { StaffProduct } from '#features/catalogue/products.staff.contract.ts'
import type { StaffCustomer } from '#features/customers/customers.staff.contract.ts'
import { createSendOrder, formatOptions } from '#features/orders/console/parts/order-dialog.tsx'
import { orderBadges } from '#features/orders/console/parts/order-status.ts'
import type { StaffOrder } from '#features/orders/orders.staff.contract.ts'
import { readReturnRate } from '#features/returns/console/parts/return-badges.rules.ts'
import { joinClasses } from '#ui/content/join-classes.ts'
import styles from './thread-aside.module.css'
import { formatStock, listEarlierConversations, listEvents } from './thread-aside.rules.ts'

const RefundDialog = lazy(async () => ({
  default: (await import('#features/orders/console/parts/refund-dialog.tsx')).RefundDialog,
}))
const GiveCouponDialog = lazy(async () => ({
  default: (await import('#features/customers/console/parts/give-coupon-dialog.tsx')).GiveCouponDialog,
}))

type Props = {
  who: { name: string; email: string }
  customer: StaffCustomer | null
  order: StaffOrder | null
  /** Id of the open ticket or chat, which is left out of the earlier threads. */
  but: string
  /** Product on the page that the shopper has open. */
  lookedAt?: StaffProduct | null
}

/** Shows the person, their order and the possible actions, beside the thread. */
export function ThreadAside({ who, customer, order, but, lookedAt }: Props) {
  return (
    <>
      <Requester who={who} customer={customer} />
      {order && <OrderPart order={order} who={who} count={customer?.orders_count ?? 0} />}
      {lookedAt && <ViewedProduct product={lookedAt} />}
      <CustomerActivity customer={customer} order={order} />
      <CustomerCoupons customer={customer} />
      <EarlierConversations customer={customer} but={but} />
    </>
  )
}

function Requester({ who, customer }: Pick<Props, 'who' | 'customer'>) {
  const rate = customer && readReturnRate(customer.delivered_items, customer.returned_items)
  const spent = customer?.spent[0]
  const name = who.name || 'No name'
  return (
    <section className={styles.section}>
      <div className={styles.who}>
        <Avatar name={who.name || who.email} id={who.email} isShopper size="large" />
        <div className={styles.words}>
          <p className={styles.name}>
            {customer ? <ConsoleLink href={staffCustomerLink(customer.id)}>{name}</ConsoleLink> : name}
          </p>
          <p className={styles.quiet}>
            <bdi dir="ltr">{who.email}</bdi>
          </p>
        </div>
      </div>
      {customer && (
        <dl className={styles.counts}>
          <div>
            <dt>Orders</dt>
            <dd>{customer.orders_count}</dd>
          </div>
          <div>
            <dt>Spent</dt>
            <dd>{spent ? <Money of={spent} /> : '–'}</dd>
          </div>
          <div>
            <dt>Returned</dt>
            <dd>{rate?.text ?? '–'}</dd>
          </div>
        </dl>
      )}
    </section>
  )
}

function ViewedProduct({ product }: { product: StaffProduct }) {
  return (
    <Section title="Viewing now">
      <p className={styles.lookedAt}>
        <Thumb src={product.image} size="line" />
        <span className={styles.words}>
          <ConsoleLink href={staffProductLink(product.handle)}>{product.name}</ConsoleLink>
          <span className={joinClasses(styles.caption, styles.block)}>{formatStock(product.skus)}</span>
        </span>
      </p>
    </Section>
  )
}

// 5: more would push the earlier threads off the screen.
const couponsShown = 5

function CustomerCoupons({ customer }: Pick<Props, 'customer'>) {
  const zone = useZone()
  const held = customer?.coupons.filter(({ status }) => status === 'unused') ?? []
  if (held.length === 0) return null
  return (
    <Section title="Unused coupons">
      <ul className={styles.list}>
        {held.slice(0, couponsShown).map(({ code, expires_at }) => (
          <li key={code}>
            <b>{code}</b>{' '}
            {expires_at && (
              <span className={styles.quiet}>until {formatShortDay(Date.parse(expires_at), { timeZone: zone })}</span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function EarlierConversations({ customer, but }: Pick<Props, 'customer' | 'but'>) {
  const before = listEarlierConversations(customer, but)
  if (before.length === 0) return null
  return (
    <Section title="Earlier conversations">
      <ul className={styles.list}>
        {before.map(({ kind, number, at, state }) => (
          <li key={number} className={styles.quiet}>
            <ConsoleLink href={kind === 'ticket' ? staffTicketLink(number) : staffChatLink(number)}>
              {kind === 'ticket' ? 'Ticket' : 'Chat'}
            </ConsoleLink>{' '}
            <Moment at={at} />
            {state && `, ${state}`}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Section({ title, beside, children }: { title: string; beside?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h3 className={styles.title}>
        {title}
        {beside}
      </h3>
      {children}
    </section>
  )
}

const linesShown = 4

function OrderPart({ order, who, count }: { order: StaffOrder; who: Props['who']; count: number }) {
  const lines = order.lines.filter(({ cancelled_at }) => cancelled_at === null)
  const isTheirs = order.customer.email.toLowerCase() === who.email.toLowerCase()
  return (
    <Section
      title="Order"
      beside={
        count > 1 && (
          <ConsoleLink href={ordersLink + toQuery({ view: 'all', email: who.email })} className={styles.all}>
            All {count}
          </ConsoleLink>
        )
      }
    >
      <p className={styles.row}>
        <ConsoleLink href={staffOrderLink(order.number)}>
          <bdi dir="ltr">{order.number}</bdi>
        </ConsoleLink>
        <Status badge={orderBadges[order.status]} />
      </p>
      {!isTheirs && (
        <Note tone="warning">
          This order was placed with another email address. Verify the person before you share details.
        </Note>
      )}
      <ul className={styles.lines}>
        {lines.slice(0, linesShown).map((line) => (
          <li key={line.id}>
            <Thumb src={line.image} />
            <span className={styles.words}>
              <span className={styles.item}>{line.name}</span>
              <span className={styles.caption}>{formatOptions(line)}</span>
            </span>
          </li>
        ))}
      </ul>
      {lines.length > linesShown && <p className={styles.caption}>and {lines.length - linesShown} more</p>}
      <p className={styles.row}>
        <span className={styles.quiet}>
          {order.items === 1 ? '1 item' : `${order.items} items`}, {order.shipping_method}
        </span>
        <b>
          <Money of={order.total} />
        </b>
      </p>
      <ol className={styles.events} aria-label="Parcel tracking">
        {listEvents(order).map(({ key, what, at }) => (
          <li key={key}>
            <span className={styles.truck}>
              <Truck size={14} strokeWidth={1.75} aria-hidden />
            </span>
            <span className={styles.words}>{what}</span>
            <span className={styles.quiet}>
              <Moment at={at} />
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** Offers actions whose dialogs open on this page, so that the typed answer is not lost. */
function CustomerActivity({ customer, order }: Pick<Props, 'customer' | 'order'>) {
  const { call } = useConsole()
  const { scopes } = useMe()
  const [opened, setOpened] = useState<'refund' | 'coupon' | null>(null)
  const mayRefund = order?.possible.includes('refund') && allowsScope(scopes, 'refunds:write')
  const canGrant = customer?.possible.includes('give-coupon') && allowsScope(scopes, 'customers:write')
  if (!mayRefund && !canGrant) return null
  const close = () => setOpened(null)
  return (
    <Section title="Actions">
      <div className={styles.deeds}>
        {mayRefund && (
          <Button isBlock icon={Undo2} onClick={() => setOpened('refund')}>
            Refund part
          </Button>
        )}
        {canGrant && (
          <Button isBlock icon={TicketPercent} onClick={() => setOpened('coupon')}>
            Give a coupon
          </Button>
        )}
      </div>
      <Suspense>
        {opened === 'refund' && order && (
          <RefundDialog order={order} send={createSendOrder(call, order.number)} close={close} />
        )}
        {opened === 'coupon' && customer && <GiveCouponDialog customer={customer} onClose={close} />}
      </Suspense>
    </Section>
  )
}
