import { Image } from 'lucide-react'
import type { Filter } from '#console/list/filters/filter-row.tsx'
import type { Column } from '#console/list/table/list-table.tsx'
import { ShortText } from '#console/list/table/short-text.tsx'
import { DueBar } from '#console/ui/content/due-bar.tsx'
import { Status } from '#console/ui/content/status.tsx'
import { Thumb, Thumbs } from '#console/ui/content/thumbs.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { Money } from '#console/ui/format/money.tsx'
import type { ReturnHead } from '#features/returns/returns.staff.contract.ts'
import { returnStatusWords } from '#features/returns/returns.staff.rules.ts'
import { countItems, readReturnRate, returnBadges } from '../parts/return-badges.rules.ts'
import styles from './returns-page.module.css'

export const columns: Column<ReturnHead>[] = [
  { id: 'status', name: 'Status', isFixed: true, cell: ({ status }) => <Status badge={returnBadges[status]} /> },
  {
    id: 'customer',
    name: 'Customer',
    cell: ({ customer }) => <ShortText>{customer.name || customer.email}</ShortText>,
  },
  { id: 'rate', name: 'Rate', isEnd: true, isExtra: true, cell: ({ customer }) => <Rate of={customer} /> },
  {
    id: 'items',
    name: 'Items',
    cell: (row) => <Thumbs images={row.shown_items.map(({ image }) => image)} count={row.items_count} />,
  },
  { id: 'reason', name: 'Reason', cell: (row) => <Reason row={row} /> },
  {
    id: 'photos',
    name: 'Photos',
    isEnd: true,
    isExtra: true,
    cell: ({ images_count }) => (
      <span className={styles.photos}>
        {images_count > 0 && <Image size={16} strokeWidth={1.6} aria-hidden />}
        {images_count}
      </span>
    ),
  },
  { id: 'refund', name: 'Refund', isEnd: true, cell: ({ asked }) => <Money of={asked} /> },
  { id: 'assignee', name: 'Assigned to', isWide: true, cell: ({ assignee }) => assignee?.name },
  { id: 'due', name: 'Reply due', cell: (row) => <Due row={row} /> },
]

/** Choices of the filter for shoppers who return a lot, in percent. */
const rates = [20, 30, 50]

export const listFilters = (reasons: { value: string; name: string }[]): Filter[] => [
  {
    name: 'status',
    label: 'Status',
    kind: 'many',
    choices: returnStatusWords.map((value) => ({ value, name: returnBadges[value].name })),
  },
  ...(reasons.length > 0 ? [{ name: 'reason', label: 'Reason', kind: 'one' as const, choices: reasons }] : []),
  {
    name: 'assignee',
    label: 'Assigned',
    kind: 'one',
    choices: [
      { value: 'me', name: 'To me' },
      { value: 'none', name: 'Unassigned' },
    ],
  },
  {
    name: 'rate_from',
    label: 'Customer rate',
    kind: 'one',
    choices: rates.map((rate) => ({ value: String(rate), name: `${rate}\u2009% or more` })),
  },
  { name: 'sku', label: 'SKU', kind: 'text', placeholder: 'TID-STO-M' },
]

/** Shows the share of delivered items that the customer returned. */
function Rate({ of: { delivered_items, returned_items } }: { of: ReturnHead['customer'] }) {
  const { text, tone } = readReturnRate(delivered_items, returned_items)
  return <span className={tone ? styles[tone] : styles.quiet}>{text}</span>
}

function Reason({ row: { reasons } }: { row: ReturnHead }) {
  return (
    <span className={styles.reason} title={reasons.join(', ')}>
      <b>{reasons[0]}</b> {reasons.slice(1).join(', ')}
    </span>
  )
}

/** Shows the next deadline of a return, or its latest event. */
function Due({ row }: { row: ReturnHead }) {
  if (row.reply_due_at) return <DueBar since={row.created_at} due={row.reply_due_at} />
  if (row.status === 'refund_failed' && row.refund_failure) {
    return (
      <span className={styles.failure} title={row.refund_failure}>
        {row.refund_failure}
      </span>
    )
  }
  if (row.status === 'approved' && row.scanned_at) {
    return (
      <span className={styles.coming}>
        Scanned <Moment at={row.scanned_at} />
      </span>
    )
  }
  if (row.send_by) {
    return (
      <span className={styles.quiet}>
        Send by <Moment at={row.send_by} />
      </span>
    )
  }
  if (row.status === 'approved') return <span className={styles.quiet}>Parcel announced</span>
  const isIn = row.status === 'received' && row.received_at !== null
  return (
    <span className={styles.quiet}>
      {isIn ? 'Received' : 'Requested'} <Moment at={isIn ? (row.received_at ?? '') : row.created_at} />
    </span>
  )
}

export function ReturnCard({ row }: { row: ReturnHead }) {
  const photos = row.images_count > 0 ? `${row.images_count} ${row.images_count === 1 ? 'photo' : 'photos'}` : ''
  return (
    <span className={styles.card}>
      <span className={styles.cardTop}>
        {row.shown_items.slice(0, 2).map(({ image }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may occur twice, and no picture has state.
          <Thumb key={at} src={image} size="line" />
        ))}
        <span className={styles.cardWho}>
          <span>
            <b>{row.customer.name || row.customer.email}</b> <Rate of={row.customer} />
          </span>
          <span className={styles.quiet}>{[row.reasons.at(-1), photos].filter(Boolean).join(', ')}</span>
        </span>
        <Due row={row} />
      </span>
      <span className={styles.cardFoot}>
        <span className={styles.quiet}>{row.number}</span>
        <Status badge={returnBadges[row.status]} />
        <span className={styles.amount}>
          <Money of={row.asked} />
          <span className="visually-hidden"> for {countItems(row.items_count)}</span>
        </span>
      </span>
    </span>
  )
}
