import { useEffect, useState } from 'react'
import { formatProblem } from '#console/data/use-command.ts'
import { useStaffLive } from '#console/data/use-staff-live.ts'
import { Preview } from '#console/list/moves/preview.tsx'
import type { Rows } from '#console/list/table/use-rows.ts'
import type { List } from '#console/list/use-list.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { History } from '#console/ui/content/history.tsx'
import { Note, Refusal } from '#console/ui/content/note.tsx'
import { Presence } from '#console/ui/content/presence.tsx'
import { Status } from '#console/ui/content/status.tsx'
import { Money } from '#console/ui/format/money.tsx'
import { getOrder, type OrderHead, type StaffOrder } from '#features/orders/orders.staff.contract.ts'
import { type OrderMove, useOrderMoves } from '../order/order-moves.tsx'
import { listHistory, OrderAddress, OrderLine, OrderSums } from '../order/order-parts.tsx'
import { orderBadges } from '../parts/order-status.ts'
import { OrderTags } from '../parts/order-tags.tsx'
import styles from './order-preview.module.css'

type Props = {
  number: string
  href: string
  list: List<OrderHead>
  rows: Rows
  close: () => void
}

/** Shows one order beside the list, with the same commands as its page. */
export function OrderPreview({ number, href, list, rows, close }: Props) {
  const { call } = useConsole()
  const [order, setOrder] = useState<StaffOrder | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const read = () =>
    call(getOrder, { no: number }).then(
      ({ data }) => {
        setOrder(data)
        setProblem(null)
      },
      (error: unknown) => setProblem(formatProblem(error)),
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads each previewed order.
  useEffect(() => {
    read()
  }, [number])
  const others = useStaffLive([`orders/${number}`], read)
  const row = list.rows.find((one) => one.number === number)
  const badge = order?.number === number ? order : row
  return (
    <Preview
      title={number}
      beside={badge && <Status badge={orderBadges[badge.status]} />}
      href={href}
      move={rows.move}
      close={close}
      foot={
        order?.number === number && (
          <OrderCommands
            key={number}
            order={order}
            onMoved={(moved) => {
              setOrder(moved)
              list.put(moved)
            }}
          />
        )
      }
    >
      {others.length > 0 && <Presence people={others} />}
      <Refusal problem={problem} />
      {order?.number === number && <OrderSummary order={order} />}
    </Preview>
  )
}

/** 3: the number of commands that fit. The order page offers the other commands. */
const maxShown = 3
const movesOfPage: OrderMove['id'][] = ['note', 'tags', 'cancel', 'parcels', 'address', 'refund']

function OrderCommands({ order, onMoved }: { order: StaffOrder; onMoved: (order: StaffOrder) => void }) {
  const { moves, dialog, problem } = useOrderMoves(order, { onMoved })
  const note = moves.find(({ id }) => id === 'note')
  const shown = moves.filter(({ id }) => !movesOfPage.includes(id)).slice(0, maxShown)
  return (
    <>
      {problem && (
        <Note tone="warning" isAnnounced>
          {problem}
        </Note>
      )}
      {shown.map(({ id, name, icon, hint, run, isBusy }, at) => (
        <Button
          key={id}
          tone={at === 0 ? 'primary' : 'outline'}
          {...(at === 0 && { icon })}
          {...(hint && { hint })}
          isBusy={isBusy}
          onClick={run}
        >
          {name}
        </Button>
      ))}
      {note && (
        <Button tone="quiet" icon={note.icon} hint="M" className={styles.note} onClick={note.run}>
          Note
        </Button>
      )}
      {dialog}
    </>
  )
}

function OrderSummary({ order }: { order: StaffOrder }) {
  return (
    <>
      {order.tags.length + order.own_tags.length > 0 && (
        <div className={styles.tags}>
          <OrderTags order={order} />
        </div>
      )}
      <ul className={styles.lines}>
        {order.lines.map((line) => (
          <li key={line.id} className={styles.line}>
            <OrderLine line={line} />
            <b className={styles.money}>
              <Money of={line.price} />
            </b>
          </li>
        ))}
      </ul>
      <OrderSums order={order} isShort />
      <div>
        <h3 className={styles.heading}>Ship to</h3>
        <OrderAddress address={order.address} isShort />
      </div>
      {order.hold_reason && <Note tone="warning">{order.hold_reason}</Note>}
      <History entries={listHistory(order)} />
    </>
  )
}
