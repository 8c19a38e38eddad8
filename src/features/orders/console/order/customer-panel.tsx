import { useEffect, useState } from 'react'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { ordersLink, staffCustomerLink } from '#console/shell/console-links.ts'
import { Avatar } from '#console/ui/content/avatar.tsx'
import { Money } from '#console/ui/format/money.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { toQuery } from '#contract/calls/call.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { StaffOutput } from '#contract/calls/staff-call.ts'
import { getCustomer } from '#features/customers/customers.staff.contract.ts'
import type { StaffOrder } from '#features/orders/orders.staff.contract.ts'
import { readReturnRate } from '#features/returns/console/parts/return-badges.rules.ts'
import styles from './customer-panel.module.css'

/** Shows the customer of an order and the number of their orders. */
export function CustomerPanel({ customer }: { customer: StaffOrder['customer'] }) {
  const me = useMe()
  const maySee = allowsScope(me.scopes, 'customers:read')
  const { id, name, email } = customer
  return (
    <Panel
      title="Customer"
      actions={
        id && maySee ? (
          <ConsoleLink href={staffCustomerLink(id)} className={styles.link}>
            Open
          </ConsoleLink>
        ) : null
      }
    >
      <div className={styles.who}>
        <Avatar name={name || email} id={email} isShopper size="large" />
        <div className={styles.words}>
          <p className={styles.name}>{name || 'No name'}</p>
          <p className={styles.quiet}>
            <bdi dir="ltr">{email}</bdi>
          </p>
        </div>
      </div>
      {id && maySee ? (
        <Counts id={id} />
      ) : (
        <p className={styles.quiet}>
          {!id && 'Ordered as a guest. '}
          <ConsoleLink href={ordersLink + toQuery({ view: 'all', email })} className={styles.link}>
            All orders of this guest
          </ConsoleLink>
        </p>
      )}
    </Panel>
  )
}

function Counts({ id }: { id: string }) {
  const { call } = useConsole()
  const [known, setKnown] = useState<StaffOutput<typeof getCustomer> | null>(null)
  useEffect(() => {
    let isLeft = false
    // If the call fails, the panel is shown without the counts, because the order is more important.
    call(getCustomer, { id }).then(
      ({ data }) => isLeft || setKnown(data),
      () => undefined,
    )
    return () => {
      isLeft = true
    }
  }, [call, id])
  const paid = known?.spent[0]
  const rate = known && readReturnRate(known.delivered_items, known.returned_items)
  return (
    <dl className={styles.counts}>
      <div>
        <dt>Orders</dt>
        <dd>{known?.orders_count ?? '–'}</dd>
      </div>
      <div>
        <dt>Spent</dt>
        <dd>{paid ? <Money of={paid} /> : '–'}</dd>
      </div>
      <div>
        <dt>Returned</dt>
        <dd className={rate?.tone ? styles[rate.tone] : undefined}>{rate?.text ?? '–'}</dd>
      </div>
    </dl>
  )
}
