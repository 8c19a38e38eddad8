import { type KeyboardEvent, useId, useState } from 'react'
import type { useJob } from '#console/list/bulk/use-job.ts'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { Note, Refusal } from '#console/ui/content/note.tsx'
import { TextField } from '#console/ui/fields/field.tsx'
import { Dialog } from '#console/ui/overlays/dialog.tsx'
import { DialogButtons } from '#console/ui/overlays/dialog-buttons.tsx'
import { maxShipBatch, shipOrders } from '#features/orders/order-jobs.staff.contract.ts'
import type { OrderHead } from '#features/orders/orders.staff.contract.ts'
import styles from '../dialogs/dialogs.module.css'
import { readLastCarrier, storeLastCarrier } from './last-carrier.ts'
import { CarrierNames, useScanRows } from './scan-rows.tsx'
import { findTwice, maxTrackingLength } from './ship.rules.ts'

type Props = { orders: OrderHead[]; job: ReturnType<typeof useJob>; close: () => void; done: () => void }

/** Manages the tracking numbers of many orders, and ships the orders. Orders without a number are not shipped. */
function useShippingMany({ orders, job, close, done }: Props) {
  const { call } = useConsole()
  const shown = orders.slice(0, maxShipBatch)
  const [carrier, setCarrier] = useState(readLastCarrier)
  const [numbers, setNumbers] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  const trackingOf = (number: string) => numbers[number]?.trim() ?? ''
  const ready = shown.flatMap(({ number }) => (trackingOf(number) ? number : []))
  const twice = findTwice(ready.map(trackingOf))
  const isReady = ready.length > 0 && carrier.trim() !== '' && twice.size === 0
  async function ship() {
    if (!isReady) return
    setBusy(true)
    const shipped = ready.map((number) => ({ number, parcels: [{ carrier, tracking_number: trackingOf(number) }] }))
    const isTaken = await job.start('Shipping', () => call(shipOrders, { orders: shipped }))
    setBusy(false)
    if (!isTaken) return
    storeLastCarrier(carrier)
    close()
    done()
  }
  return {
    ...{ shown, ready, carrier, setCarrier, numbers, isReady, isBusy, ship },
    isTwice: (number: string) => twice.has(trackingOf(number)),
    setNumber: (number: string, typed: string) => setNumbers((now) => ({ ...now, [number]: typed })),
  }
}

/**
 * Ships many orders with the same carrier, with a number for each row. A scanner types a number and Enter, which moves
 * the cursor to the next row.
 */
export function ShipManyDialog(props: Props) {
  const { orders, job, close } = props
  const me = useMe()
  const shipping = useShippingMany(props)
  const { shown, ready, carrier } = shipping
  const { rows, goOn } = useScanRows('input')
  const carriers = useId()
  return (
    <Dialog
      isOpen
      size="parcels"
      title={`Ship ${shown.length} orders`}
      onClose={close}
      isChanged={ready.length > 0}
      onSubmit={shipping.ship}
      says={`By ${me.name}`}
      footer={(leave) => (
        <DialogButtons close={leave} isBusy={shipping.isBusy} disabled={!shipping.isReady} hint="Ctrl ↵">
          Ship {ready.length === shown.length ? ready.length : `${ready.length} of ${shown.length}`}
        </DialogButtons>
      )}
    >
      <Refusal problem={job.problem} />
      <CarrierNames id={carriers} />
      <TextField
        label="Carrier"
        list={carriers}
        maxLength={60}
        value={carrier}
        onChange={shipping.setCarrier}
        data-first={carrier === '' ? '' : undefined}
      />
      <div ref={rows} className={styles.rows}>
        {shown.map((order, at) => (
          <OrderRow key={order.number} {...{ order, shipping, goOn }} isFirst={at === 0 && carrier !== ''} />
        ))}
      </div>
      {orders.length > maxShipBatch && (
        <Note>Only the first {maxShipBatch} orders are shipped now. The other orders stay selected.</Note>
      )}
      <Note>
        Every shopper gets an email. Ship orders with several parcels on the order page, because each parcel needs a
        tracking number.
      </Note>
    </Dialog>
  )
}

type RowProps = {
  order: OrderHead
  shipping: ReturnType<typeof useShippingMany>
  goOn: (event: KeyboardEvent<HTMLInputElement>) => void
  /** Whether this row has the initial focus. */
  isFirst: boolean
}

function OrderRow({ order: { number, customer }, shipping, goOn, isFirst }: RowProps) {
  return (
    <div className={styles.row}>
      <bdi dir="ltr" className={styles.name}>
        {number}
      </bdi>
      <span className={styles.quiet}>{customer.name}</span>
      <TextField
        label={`Tracking number of ${number}`}
        isLabelHidden
        placeholder="Tracking number"
        dir="ltr"
        maxLength={maxTrackingLength}
        autoComplete="off"
        data-first={isFirst ? '' : undefined}
        value={shipping.numbers[number] ?? ''}
        error={shipping.isTwice(number) ? 'Scanned twice' : undefined}
        onChange={(typed) => shipping.setNumber(number, typed)}
        onKeyDown={goOn}
      />
    </div>
  )
}
