import type { Filter } from '#console/list/filters/filter-row.tsx'
import type { Column } from '#console/list/table/list-table.tsx'
import { ShortText } from '#console/list/table/short-text.tsx'
import { useNow } from '#console/shell/use-now.ts'
import { formatDuration } from '#console/ui/content/due.rules.ts'
import { Status } from '#console/ui/content/status.tsx'
import { Tag } from '#console/ui/content/tag.tsx'
import { Thumbs } from '#console/ui/content/thumbs.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { Money } from '#console/ui/format/money.tsx'
import type { StaffOutput } from '#contract/calls/staff-call.ts'
import { unpaidHours } from '#features/orders/orders.rules.ts'
import type { listOrderChoices, OrderHead } from '#features/orders/orders.staff.contract.ts'
import { expiringHours, type OrderExtra, orderExtras, orderStatusNames } from '#features/orders/orders.staff.rules.ts'
import { orderBadges } from '../parts/order-status.ts'
import { OrderTags } from '../parts/order-tags.tsx'
import { findWaitingTime } from './order-list.rules.ts'
import styles from './orders-page.module.css'

type OrderChoices = StaffOutput<typeof listOrderChoices>

const same = (values: string[]) => values.map((value) => ({ value, name: value }))

/**
 * Returns the filters of the list. The first filters match data that a row shows. The other filters are rarely used.
 */
export const listFilters = ({ shipping_methods, countries, tags }: OrderChoices): Filter[] => [
  {
    name: 'status',
    label: 'Status',
    kind: 'many',
    choices: orderStatusNames.map((value) => ({ value, name: orderBadges[value].name })),
  },
  { name: 'shipping_method', label: 'Shipping', kind: 'one', choices: same(shipping_methods) },
  { name: 'country', label: 'Country', kind: 'one', choices: same(countries) },
  {
    name: 'has',
    label: 'With',
    kind: 'many',
    choices: orderExtras.map((value) => ({ value, name: extraNames[value] })),
  },
  { name: 'tag', label: 'Tag', kind: 'one', choices: same(tags), isRare: true },
  { name: 'email', label: 'Email', kind: 'text', placeholder: 'Full email address', isRare: true },
  { name: 'sku', label: 'SKU', kind: 'text', placeholder: 'EBB-CLY-M', isRare: true },
  {
    name: 'expires_within',
    label: 'Expires within',
    kind: 'one',
    choices: [expiringHours, 12, unpaidHours].map((hours) => ({ value: String(hours), name: `${hours} h` })),
    isRare: true,
  },
  { name: 'from', label: 'From', kind: 'day', isRare: true },
  { name: 'to', label: 'To', kind: 'day', isRare: true },
]
const extraNames: Record<OrderExtra, string> = {
  note: 'A note',
  problem: 'A delivery problem',
  return: 'A return',
  refund: 'A refund',
}

export const sorts = [
  { value: 'placed_at', name: 'Longest wait first' },
  { value: '-placed_at', name: 'Newest first' },
]

const join = (...parts: string[]) => parts.filter(Boolean).join(', ')

export const columns: Column<OrderHead>[] = [
  { id: 'status', name: 'Status', cell: ({ status }) => <Status badge={orderBadges[status]} />, isFixed: true },
  {
    id: 'placed',
    name: 'Placed',
    sort: 'placed_at',
    cell: ({ placed_at }) => (
      <span className={styles.quiet}>
        <Moment at={placed_at} />
      </span>
    ),
  },
  {
    id: 'customer',
    name: 'Customer',
    cell: (order) => (
      <span className={styles.tagged}>
        <ShortText>{order.customer.name || order.customer.email}</ShortText>
        <OrderTags order={order} but="express" max={1} />
      </span>
    ),
  },
  { id: 'items', name: 'Items', cell: ({ images, items }) => <Thumbs images={images} count={items} /> },
  {
    id: 'to',
    name: 'Ship to',
    isExtra: true,
    cell: ({ city, country, country_code }) => (
      <span className={styles.place} title={join(city, country)}>
        {join(city, country_code ?? country)}
      </span>
    ),
  },
  { id: 'method', name: 'Method', isExtra: true, cell: (order) => <Method order={order} /> },
  {
    id: 'total',
    name: 'Total',
    isEnd: true,
    cell: ({ total }) => (
      <b className={styles.money}>
        <Money of={total} />
      </b>
    ),
  },
  { id: 'waits', name: 'Waiting time', isEnd: true, cell: (order) => <WaitingTime order={order} /> },
]

function Method({ order: { shipping_method, tags } }: { order: OrderHead }) {
  if (tags.includes('express')) return <Tag tone="info">{shipping_method}</Tag>
  return <span className={styles.quiet}>{shipping_method}</span>
}

function WaitingTime({ order }: { order: OrderHead }) {
  const now = useNow()
  const wait = findWaitingTime(order, now)
  if (!wait) return null
  return (
    <bdi dir="ltr" className={wait.isExpiringSoon ? styles.soon : styles.quiet}>
      {formatDuration(wait.ms)}
    </bdi>
  )
}

export function OrderCard({ order }: { order: OrderHead }) {
  const { number, status, customer, images, items, total, city, country, tags, own_tags } = order
  return (
    <span className={styles.card}>
      <Thumbs images={images} count={items} />
      <span className={styles.cardWords}>
        <b className={styles.money}>{customer.name || customer.email}</b>
        <span className={styles.quiet}>{join(city, country)}</span>
        {tags.length + own_tags.length > 0 && (
          <span className={styles.tagged}>
            <OrderTags order={order} />
          </span>
        )}
        <bdi dir="ltr" className={styles.quiet}>
          {number}
        </bdi>
      </span>
      <span className={styles.cardEnd}>
        <Status badge={orderBadges[status]} />
        <b className={styles.money}>
          <Money of={total} />
        </b>
        <WaitingTime order={order} />
      </span>
    </span>
  )
}
