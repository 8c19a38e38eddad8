import { Check as CheckIcon, Package, Plus, ScanBarcode } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { useMe } from '#console/shell/console-context.ts'
import { useNow, useZone } from '#console/shell/use-now.ts'
import { Button } from '#console/ui/button.tsx'
import { Check } from '#console/ui/check.tsx'
import { writeDay } from '#console/ui/day.rules.ts'
import { Dialog } from '#console/ui/dialog.tsx'
import { TextField } from '#console/ui/field.tsx'
import { showMoment } from '#console/ui/moment.rules.ts'
import { Note, Refusal } from '#console/ui/note.tsx'
import { ScanButton } from '#console/ui/scan-button.tsx'
import { Thumbs } from '#console/ui/thumbs.tsx'
import { showToast } from '#console/ui/toast-store.ts'
import { dayMs } from '#contract/times/times.ts'
import { carrierNames } from '#features/orders/carriers.rules.ts'
import { shipOrder } from '#features/orders/order-commands.staff.contract.ts'
import { autoReceiveDays } from '#features/orders/orders.rules.ts'
import { defineDraft, useDraft, useDraftKeeper } from '#web/data/use-draft.ts'
import styles from '../dialogs/dialogs.module.css'
import { listStanding, type OrderDialog } from '../parts/order-dialog.tsx'
import { keepCarrier, readCarrier } from './last-carrier.ts'
import { showKilos } from './weight.rules.ts'
import { WeightField } from './weight-field.tsx'

const trackingMost = 60
type Parcel = { id: string; carrier: string; tracking: string; grams: number | null }
type Draft = { parcels: Parcel[] }
const drafts = defineDraft<Draft>('staff_ship', {
  parse: (kept) => {
    const { parcels } = (kept ?? {}) as Partial<Draft>
    const isParcel = ({ id, carrier, tracking, grams }: Parcel) =>
      [id, carrier, tracking].every((one) => typeof one === 'string') && (grams === null || Number.isInteger(grams))
    return Array.isArray(parcels) && parcels.every(isParcel) ? { parcels } : null
  },
  isEmpty: ({ parcels }) => parcels.every(({ tracking }) => tracking === ''),
})

/** One block a parcel. A scanner types a number and Enter: the cursor goes on to the next. */
export function ShipDialog(props: OrderDialog) {
  const kept = useDraft(drafts, props.order.number)
  return <ShipForm key={kept ? 'kept' : 'new'} {...props} kept={kept?.parcels ?? []} />
}

function ShipForm({ order, send, close, repack, kept }: OrderDialog & { kept: Parcel[] }) {
  const me = useMe()
  const { number, customer } = order
  const shopper = customer.name || customer.email
  const [parcels, setParcels] = useState<Parcel[]>(() =>
    order.parcels.map(
      ({ id, weight_grams: grams }) =>
        kept.find((one) => one.id === id) ?? { id, carrier: readCarrier(), tracking: '', grams },
    ),
  )
  const forget = useDraftKeeper(drafts, number, { parcels })
  const [tells, setTells] = useState(true)
  const { run, busy, problem } = useCommand()
  const now = useNow()
  const timeZone = useZone()
  const carriers = useId()
  const blocks = useRef<HTMLDivElement>(null)
  const set = (id: string, change: Partial<Parcel>) =>
    setParcels((now) => now.map((parcel) => (parcel.id === id ? { ...parcel, ...change } : parcel)))
  const isReady = parcels.every(({ carrier, tracking }) => carrier.trim() && tracking.trim())
  const name = parcels.length === 1 ? '1 parcel' : `${parcels.length} parcels`
  async function ship() {
    if (!isReady) return
    const shipped = parcels.map(({ id, carrier, tracking, grams }) => ({
      id,
      carrier,
      tracking_number: tracking,
      ...(grams && { weight_grams: grams }),
    }))
    if (!(await run('ship', () => send(shipOrder, { parcels: shipped, mail: tells })))) return
    keepCarrier(parcels.at(-1)?.carrier ?? '')
    forget()
    close()
    showToast(tells ? `Shipped ${number}, the mail to ${shopper} is on its way` : `Shipped ${number}`)
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
      says={`By ${me.name}, ${showMoment(new Date(now).toISOString(), now, timeZone)}`}
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
        {parcels.map(({ id, carrier, tracking, grams }, at) => {
          const inside = standing.filter(({ parcel_id }) => parcel_id === id)
          return (
            <fieldset key={id} className={styles.parcel}>
              <legend className="visually-hidden">Parcel {at + 1}</legend>
              <div className={styles.parcelHead}>
                <Package size={16} strokeWidth={1.75} aria-hidden />
                <b>Parcel {at + 1}</b>
                <span className={styles.quiet}>
                  {grams !== null && `${showKilos(grams)}, `}
                  {inside.length === 1 ? '1 item' : `${inside.length} items`}
                </span>
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
                  unit={tracking.trim() ? <CheckIcon size={14} strokeWidth={1.9} aria-label="There" /> : undefined}
                  onChange={(value) => set(id, { tracking: value })}
                  onKeyDown={goOn}
                />
                <WeightField label="Weight" value={grams} onChange={(weighed) => set(id, { grams: weighed })} />
                <ScanButton
                  name={`tracking number of parcel ${at + 1}`}
                  onRead={(text) => set(id, { tracking: text.slice(0, trackingMost) })}
                />
              </div>
            </fieldset>
          )
        })}
      </div>
      <div className={styles.below}>
        {standing.length > 1 && (
          <Button tone="quiet" size="small" icon={Plus} onClick={repack}>
            Add parcel
          </Button>
        )}
        <p className={styles.scan}>
          <ScanBarcode size={14} strokeWidth={1.9} aria-hidden /> A scanner fills the field in focus and moves on
        </p>
      </div>
      <Check
        label={`Tell ${shopper} by mail, with ${parcels.length === 1 ? 'the number' : 'all numbers'}`}
        isChecked={tells}
        onChange={setTells}
      />
      <Note>
        Counts as handed over now. If no carrier reports it, the order turns Received after {autoReceiveDays} days, on{' '}
        {writeDay(now + autoReceiveDays * dayMs, { timeZone })}.
      </Note>
    </Dialog>
  )
}
