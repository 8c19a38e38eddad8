import { useEffect, useState } from 'react'
import { Preview } from '#console/list/moves/preview.tsx'
import { useConsole } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { staffCustomerLink, staffOrderLink } from '#console/shell/console-links.ts'
import { buttonClass } from '#console/ui/buttons/button.tsx'
import { Status } from '#console/ui/content/status.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { Money } from '#console/ui/format/money.tsx'
import { type CustomerHead, getCustomer, type StaffCustomer } from '#features/customers/customers.staff.contract.ts'
import { orderBadges } from '#features/orders/console/parts/order-status.ts'
import { NoteList } from '../customer/customer-notes.tsx'
import styles from '../customer/customer-page.module.css'
import { Fact } from '../customer/customer-parts.tsx'

const ordersShown = 6

type Props = { row: CustomerHead; move: (step: number) => void; close: () => void }

/** Shows a preview of a customer, so that staff can decide whether to open the page. */
export function CustomerPreview({ row, move, close }: Props) {
  const href = staffCustomerLink(row.id)
  const known = useCustomer(row.id)
  return (
    <Preview
      title={row.erased_at ? 'Erased' : row.name || row.email}
      beside={null}
      href={href}
      move={move}
      close={close}
      foot={
        <ConsoleLink href={href} className={buttonClass({ tone: 'primary' })}>
          Open
        </ConsoleLink>
      }
    >
      <div className={styles.peek}>
        <dl className={styles.facts}>
          <Fact name="Email">
            <bdi dir="ltr">{row.erased_at ? '–' : row.email}</bdi>
          </Fact>
          <Fact name="Average order">{row.average_order ? <Money of={row.average_order} /> : '–'}</Fact>
          <Fact name="Last seen">{row.last_seen_at ? <Moment at={row.last_seen_at} /> : '–'}</Fact>
          <Fact name="Customer since">
            <Moment at={row.created_at} />
          </Fact>
        </dl>
        {known && known.notes.length > 0 && <NoteList notes={known.notes.slice(0, 2)} />}
        <ul className={styles.peekOrders}>
          {(known?.orders ?? []).slice(0, ordersShown).map((order) => (
            <li key={order.id}>
              <ConsoleLink href={staffOrderLink(order.number)}>
                <bdi dir="ltr">{order.number}</bdi>
              </ConsoleLink>
              <Status badge={orderBadges[order.status]} />
              <Money of={order.total} />
            </li>
          ))}
        </ul>
      </div>
    </Preview>
  )
}

/**
 * Loads a customer. Returns null while the customer is loading. If loading fails, the preview shows the data of the
 * row.
 */
function useCustomer(id: string): StaffCustomer | null {
  const { call } = useConsole()
  const [found, setFound] = useState<StaffCustomer | null>(null)
  useEffect(() => {
    let isHere = true
    setFound(null)
    call(getCustomer, { id }).then(
      ({ data }) => isHere && setFound(data),
      () => undefined,
    )
    return () => {
      isHere = false
    }
  }, [call, id])
  return found
}
