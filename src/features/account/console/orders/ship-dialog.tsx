import { Check, Package, ScanBarcode } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useMe } from '#console/console-context.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog } from '#console/ui/dialog.tsx'
import { TextField } from '#console/ui/field.tsx'
import { Note, Refusal } from '#console/ui/note.tsx'
import { ScanButton } from '#console/ui/scan-button.tsx'
import { Thumbs } from '#console/ui/thumbs.tsx'
import { showToast } from '#console/ui/toast-store.ts'
import { useCommand } from '#console/use-command.ts'
import { carrierNames } from '#features/orders/carriers.rules.ts'
import { shipOrder } from '#features/orders/order-commands.staff.contract.ts'
import { autoReceiveDays } from '#features/orders/orders.rules.ts'
import { defineDraft, useDraft, useDraftKeeper } from '#web/use-draft.ts'
import styles from './dialogs.module.css'
import { keepCarrier, readCarrier } from './last-carrier.ts'
import { listStanding, type OrderDialog } from './order-dialog.tsx'

const trackingMost = 60
type Parcel = { id: string; carrier: string; tracking: string }
type Draft = { parcels: Parcel[] }
const drafts = defineDraft<Draft>('staff_ship', {
  parse: (kept) => {
    const { parcels } = (kept ?? {}) as Partial<Draft>
    const isParcel = ({ id, carrier, tracking }: Parcel) =>
      [id, carrier, tracking].every((one) => typeof one === 'string')
    return Array.isArray(parcels) && parcels.every(isParcel) ? { parcels } : null
  },
  isEmpty: ({ parcels }) => parcels.every(({ tracking }) => tracking === ''),
})

/** One block a parcel. A scanner types a number and Enter: the cursor goes on to the next. */
export function ShipDialog(props: OrderDialog) {
  const kept = useDraft(drafts, props.order.number)
  return <ShipForm key={kept ? 'kept' : 'new'} {...props} kept={kept?.parcels ?? []} />
}

function ShipForm({ order, send, close, kept }: OrderDialog & { kept: Parcel[] }) {
  const me = useMe()
  const { number, customer } = order
  const [parcels, setParcels] = useState<Parcel[]>(() =>
    order.parcels.map(({ id }) => kept.find((one) => one.id === id) ?? { id, carrier: readCarrier(), tracking: '' }),
  )
  const forget = useDraftKeeper(drafts, number, { parcels })
  const { run, busy, problem } = useCommand()
  const carriers = useId()
  const blocks = useRef<HTMLDivElement>(null)
  const set = (id: string, change: Partial<Parcel>) =>
    setParcels((now) => now.map((parcel) => (parcel.id === id ? { ...parcel, ...change } : parcel)))
  const isReady = parcels.every(({ carrier, tracking }) => carrier.trim() && tracking.trim())
  const name = parcels.length === 1 ? '1 parcel' : `${parcels.length} parcels`
  async function ship() {
    if (!isReady) return
    const shipped = parcels.map(({ id, carrier, tracking }) => ({ id, carrier, tracking_number: tracking }))
    if (!(await run('ship', () => send(shipOrder, { parcels: shipped })))) return
    keepCarrier(parcels.at(-1)?.carrier ?? '')
    forget()
    close()
    showToast(`Shipped ${number}, the mail to ${customer.name || customer.email} is on its way`)
  }
  const goOn = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const fields = [...(blocks.current?.querySelectorAll<HTMLInputElement>('[data-tracking]') ?? [])]
    fields[fields.indexOf(event.currentTarget) + 1]?.focus()
  }
  const standing = listStanding(order)
  return (
    <Dialog
      isOpen
      size="parcels"
      title={`Ship ${name}`}
      onClose={close}
      onSubmit={ship}
      says={`By ${me.name}`}
      footer={
        <>
          <Button size="large" onClick={close}>
            Cancel
          </Button>
          <Button size="large" tone="primary" type="submit" isBusy={busy !== null} disabled={!isReady} hint="Ctrl ↵">
            Ship {name}
          </Button>
        </>
      }
    >
      <Refusal problem={problem} />
      <datalist id={carriers}>
        {carrierNames.map((carrier) => (
          <option key={carrier} value={carrier} />
        ))}
      </datalist>
      <div ref={blocks} className={styles.parcels}>
        {parcels.map(({ id, carrier, tracking }, at) => {
          const inside = standing.filter(({ parcel_id }) => parcel_id === id)
          return (
            <fieldset key={id} className={styles.parcel}>
              <legend className="visually-hidden">Parcel {at + 1}</legend>
              <div className={styles.parcelHead}>
                <Package size={16} strokeWidth={1.75} aria-hidden />
                <b>Parcel {at + 1}</b>
                <span className={styles.quiet}>{inside.length === 1 ? '1 item' : `${inside.length} items`}</span>
                <span className={styles.end}>
                  <Thumbs images={inside.map(({ image }) => image)} count={inside.length} />
                </span>
              </div>
              <div className={styles.parcelFields}>
                <TextField
                  label="Carrier"
                  list={carriers}
                  maxLength={60}
                  value={carrier}
                  onChange={(value) => set(id, { carrier: value })}
                />
                <TextField
                  label="Tracking number"
                  data-tracking
                  dir="ltr"
                  maxLength={trackingMost}
                  autoComplete="off"
                  data-first={at === 0 ? '' : undefined}
                  value={tracking}
                  unit={tracking.trim() ? <Check size={14} strokeWidth={1.9} aria-label="There" /> : undefined}
                  onChange={(value) => set(id, { tracking: value })}
                  onKeyDown={goOn}
                />
                <ScanButton
                  name={`tracking number of parcel ${at + 1}`}
                  onRead={(text) => set(id, { tracking: text.slice(0, trackingMost) })}
                />
              </div>
            </fieldset>
          )
        })}
      </div>
      <p className={styles.scan}>
        <ScanBarcode size={14} strokeWidth={1.9} aria-hidden /> A scanner fills the field in focus and moves on
      </p>
      <Note>
        Counts as handed over now, and {customer.name || customer.email} is told by mail. If no carrier reports it, the
        order turns Received after {autoReceiveDays} days.
      </Note>
    </Dialog>
  )
}
