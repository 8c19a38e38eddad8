import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { useJob } from '#console/list/bulk/use-job.ts'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog } from '#console/ui/dialog.tsx'
import { TextField } from '#console/ui/field.tsx'
import { Note, Refusal } from '#console/ui/note.tsx'
import { carrierNames } from '#features/orders/carriers.rules.ts'
import { shipMost, shipOrders } from '#features/orders/order-jobs.staff.contract.ts'
import type { OrderHead } from '#features/orders/orders.staff.contract.ts'
import styles from '../dialogs/dialogs.module.css'
import { keepCarrier, readCarrier } from './last-carrier.ts'

type Props = { orders: OrderHead[]; job: ReturnType<typeof useJob>; close: () => void; done: () => void }

/** A carrier for all, a number a row: a scanner types it and Enter, and the cursor goes on. Rows without a number stay. */
export function ShipManyDialog({ orders, job, close, done }: Props) {
  const { call } = useConsole()
  const me = useMe()
  const shown = orders.slice(0, shipMost)
  const [carrier, setCarrier] = useState(readCarrier)
  const [numbers, setNumbers] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  const rows = useRef<HTMLDivElement>(null)
  const carriers = useId()
  const ready = shown.filter(({ number }) => numbers[number]?.trim())
  const twice = findTwice(ready.map(({ number }) => numbers[number]?.trim() ?? ''))
  const isReady = ready.length > 0 && carrier.trim() !== '' && twice.size === 0
  const goOn = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const fields = [...(rows.current?.querySelectorAll('input') ?? [])]
    fields[fields.indexOf(event.currentTarget) + 1]?.focus()
  }
  async function ship() {
    if (!isReady) return
    setBusy(true)
    const handed = ready.map(({ number }) => ({
      number,
      parcels: [{ carrier, tracking_number: numbers[number]?.trim() ?? '' }],
    }))
    const isTaken = await job.start('Shipping', () => call(shipOrders, { orders: handed }))
    setBusy(false)
    if (!isTaken) return
    keepCarrier(carrier)
    close()
    done()
  }
  return (
    <Dialog
      isOpen
      size="parcels"
      title={`Ship ${shown.length} orders`}
      onClose={close}
      isChanged={ready.length > 0}
      onSubmit={ship}
      says={`By ${me.name}`}
      footer={(leave) => (
        <>
          <Button size="large" onClick={leave}>
            Cancel
          </Button>
          <Button size="large" tone="primary" type="submit" isBusy={isBusy} disabled={!isReady} hint="Ctrl ↵">
            Ship {ready.length === shown.length ? ready.length : `${ready.length} of ${shown.length}`}
          </Button>
        </>
      )}
    >
      <Refusal problem={job.problem} />
      <datalist id={carriers}>
        {carrierNames.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextField
        label="Carrier"
        list={carriers}
        maxLength={60}
        value={carrier}
        onChange={setCarrier}
        data-first={carrier === '' ? '' : undefined}
      />
      <div ref={rows} className={styles.rows}>
        {shown.map(({ number, customer }, at) => (
          <div key={number} className={styles.row}>
            <bdi dir="ltr" className={styles.name}>
              {number}
            </bdi>
            <span className={styles.quiet}>{customer.name}</span>
            <TextField
              label={`Tracking number of ${number}`}
              isLabelHidden
              placeholder="Tracking number"
              dir="ltr"
              maxLength={60}
              autoComplete="off"
              data-first={at === 0 && carrier !== '' ? '' : undefined}
              value={numbers[number] ?? ''}
              error={twice.has(numbers[number]?.trim() ?? '') ? 'Scanned twice' : undefined}
              onChange={(typed) => setNumbers((now) => ({ ...now, [number]: typed }))}
              onKeyDown={goOn}
            />
          </div>
        ))}
      </div>
      {orders.length > shipMost && (
        <Note>The first {shipMost} of them; the rest stay selected for the next round.</Note>
      )}
      <Note>
        Every shopper is told by mail. An order of several parcels needs a number for each: ship it on its page.
      </Note>
    </Dialog>
  )
}

function findTwice(numbers: string[]): Set<string> {
  return new Set(numbers.filter((number, at) => numbers.indexOf(number) !== at))
}
