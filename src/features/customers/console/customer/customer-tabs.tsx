import type { ReactNode } from 'react'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import {
  ordersLink,
  staffChatLink,
  staffOrderLink,
  staffReturnLink,
  staffTicketLink,
} from '#console/shell/console-links.ts'
import { Status } from '#console/ui/content/status.tsx'
import { Tag } from '#console/ui/content/tag.tsx'
import { Thumbs } from '#console/ui/content/thumbs.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { Money } from '#console/ui/format/money.tsx'
import { toQuery } from '#contract/calls/call.ts'
import type { StaffCustomer } from '#features/customers/customers.staff.contract.ts'
import { orderBadges } from '#features/orders/console/parts/order-status.ts'
import { returnBadges } from '#features/returns/console/parts/return-badges.rules.ts'
import { formatCreditEntry } from './credit-entries.rules.ts'
import styles from './customer-tabs.module.css'

type Tab = {
  id: string
  name: string
  count: (customer: StaffCustomer) => number
  headings: string[]
  rows: (customer: StaffCustomer) => { key: string; cells: ReactNode[] }[]
  empty: string
  /** Returns the link to the complete list of these entries. */
  more?: (customer: StaffCustomer) => string
}

/** 6: the complete list of orders shows the rest. */
const ordersShown = 6

/** Shows the outcome of an order: the returned items, or the reason of a hold or cancellation. */
function Outcome({ order, returns }: { order: StaffCustomer['orders'][number]; returns: StaffCustomer['returns'] }) {
  const back = returns.filter(({ order: of, status }) => of.id === order.id && status !== 'cancelled')
  const items = back.reduce((sum, { items_count }) => sum + items_count, 0)
  if (items > 0) return <Tag tone="info">Return of {items}</Tag>
  return order.note ? <span className={styles.note}>{order.note}</span> : null
}

/** Tabs with the latest entries of each kind. */
export const customerTabs: Tab[] = [
  {
    id: 'orders',
    name: 'Orders',
    count: ({ orders_count }) => orders_count,
    headings: ['Order', 'Status', 'Placed', 'Items', 'Total', 'Outcome'],
    empty: 'No orders yet.',
    more: ({ email }) => ordersLink + toQuery({ email, view: 'all' }),
    rows: ({ orders, returns }) =>
      orders.slice(0, ordersShown).map((order) => ({
        key: order.id,
        cells: [
          <ConsoleLink key="number" href={staffOrderLink(order.number)}>
            {order.number}
          </ConsoleLink>,
          <Status key="status" badge={orderBadges[order.status]} />,
          <Moment key="at" at={order.placed_at} />,
          <Thumbs key="items" images={order.images} count={order.items} />,
          <Money key="total" of={order.total} />,
          <Outcome key="outcome" order={order} returns={returns} />,
        ],
      })),
  },
  {
    id: 'returns',
    name: 'Returns',
    count: ({ returns_count }) => returns_count,
    headings: ['Return', 'Status', 'Requested', 'Reason', 'Refund'],
    empty: 'No returns yet.',
    rows: ({ returns }) =>
      returns.map((one) => ({
        key: one.id,
        cells: [
          <ConsoleLink key="number" href={staffReturnLink(one.number)}>
            {one.number}
          </ConsoleLink>,
          <Status key="status" badge={returnBadges[one.status]} />,
          <Moment key="at" at={one.created_at} />,
          one.reasons.join(', '),
          <Money key="refund" of={one.asked} />,
        ],
      })),
  },
  {
    id: 'talks',
    name: 'Tickets and chats',
    count: ({ tickets, chats }) => tickets.length + chats.length,
    headings: ['Conversation', 'State', 'When'],
    empty: 'No tickets or chats yet.',
    rows: ({ tickets, chats }) => [
      ...tickets.map(({ number, status, created_at }) => ({
        key: number,
        cells: [
          <ConsoleLink key="number" href={staffTicketLink(number)}>
            {number}
          </ConsoleLink>,
          <Tag key="state">{status}</Tag>,
          <Moment key="at" at={created_at} />,
        ],
      })),
      ...chats.map(({ id, last_message_at }) => ({
        key: id,
        cells: [
          <ConsoleLink key="number" href={staffChatLink(id)}>
            Chat
          </ConsoleLink>,
          '',
          <Moment key="at" at={last_message_at} />,
        ],
      })),
    ],
  },
  {
    id: 'credit',
    name: 'Store credit',
    count: ({ credit }) => credit.entries.length,
    headings: ['Entry', 'About', 'When', 'Amount'],
    empty: 'No store credit yet.',
    rows: ({ credit }) =>
      credit.entries.map(({ kind, amount, order_number, return_number, reason, by, at }) => ({
        key: `${at} ${kind} ${order_number} ${amount.amount}`,
        cells: [
          formatCreditEntry({ kind, amount, reason, by }),
          return_number ? (
            <ConsoleLink key="about" href={staffReturnLink(return_number)}>
              {return_number}
            </ConsoleLink>
          ) : (
            order_number && (
              <ConsoleLink key="about" href={staffOrderLink(order_number)}>
                {order_number}
              </ConsoleLink>
            )
          ),
          <Moment key="at" at={at} />,
          <Money key="amount" of={amount} />,
        ],
      })),
  },
  {
    id: 'coupons',
    name: 'Coupons',
    count: ({ coupons }) => coupons.length,
    headings: ['Coupon', 'State', 'Since', 'Until'],
    empty: 'No coupon was claimed or given.',
    rows: ({ coupons }) =>
      coupons.map(({ code, status, claimed_at, expires_at }) => ({
        key: `${code} ${claimed_at}`,
        cells: [
          code,
          <Tag key="state" tone={status === 'unused' ? 'success' : 'plain'}>
            {status === 'unused' ? 'Can be used' : 'Used'}
          </Tag>,
          <Moment key="at" at={claimed_at} />,
          expires_at ? <Moment key="until" at={expires_at} /> : 'no end',
        ],
      })),
  },
  {
    id: 'reviews',
    name: 'Reviews',
    count: ({ reviews }) => reviews.length,
    headings: ['Stars', 'Review', 'When'],
    empty: 'No reviews yet.',
    rows: ({ reviews }) =>
      reviews.map(({ id, rank, content, created_at }) => ({
        key: id,
        cells: [
          `${rank / 20} of 5`,
          <span key="words" dir="auto">
            {content}
          </span>,
          <Moment key="at" at={created_at} />,
        ],
      })),
  },
  {
    id: 'addresses',
    name: 'Addresses',
    count: ({ addresses }) => addresses.length,
    headings: ['Name', 'Address', 'Phone'],
    empty: 'No saved addresses.',
    rows: ({ addresses }) =>
      addresses.map((one, at) => ({
        key: `${at}`,
        cells: [
          `${one.firstname} ${one.lastname}`,
          one.lines.join(', '),
          <bdi key="phone" dir="ltr">
            {one.telephone}
          </bdi>,
        ],
      })),
  },
]

export function CustomerTab({ tab, customer }: { tab: string; customer: StaffCustomer }) {
  const { name, headings, rows, empty, count, more } =
    customerTabs.find(({ id }) => id === tab) ?? customerTabs[0] ?? none
  const shown = rows(customer)
  if (shown.length === 0) return <p className={styles.empty}>{empty}</p>
  const older = count(customer) - shown.length
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than a phone must scroll by keyboard, too. */}
      <section className={styles.scroll} tabIndex={0} aria-label={name}>
        <table className={styles.table}>
          <thead>
            <tr>
              {headings.map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ key, cells }) => (
              <tr key={key}>
                {cells.map((cell, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table never change.
                  <td key={at}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {older > 0 && (
        <p className={styles.empty}>
          {more ? (
            <ConsoleLink href={more(customer)} className={styles.more}>
              {older} older {name.toLowerCase()}
            </ConsoleLink>
          ) : (
            `and ${older} older`
          )}
        </p>
      )}
    </>
  )
}

const none: Tab = { id: '', name: '', count: () => 0, headings: [], rows: () => [], empty: '' }
