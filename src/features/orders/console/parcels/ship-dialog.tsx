import { Check as CheckIcon, Package, Plus, ScanBarcode } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { useMe } from '#console/shell/console-context.ts'
import { useNow, useZone } from '#console/shell/use-now.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { ScanButton } from '#console/ui/buttons/scan-button.tsx'
import { Note, Refusal } from '#console/ui/content/note.tsx'
import { Thumbs } from '#console/ui/content/thumbs.tsx'
import { Check } from '#console/ui/fields/check.tsx'
import { TextField } from '#console/ui/fields/field.tsx'
import { formatShortDay } from '#console/ui/format/day.rules.ts'
import { formatMoment } from '#console/ui/format/moment.rules.ts'
import { Dialog } from '#console/ui/overlays/dialog.tsx'
import { DialogButtons } from '#console/ui/overlays/dialog-buttons.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { dayMs } from '#contract/times/times.ts'
import { maxTrackingUrlLength } from '#features/orders/carriers.rules.ts'
import { shipOrder } from '#features/orders/order-commands.staff.contract.ts'
import { autoReceiveDays } from '#features/orders/orders.rules.ts'
import type { StaffOrder } from '#features/orders/orders.staff.contract.ts'
import { defineDraft, useDraft, useDraftSaver } from '#web/data/use-draft.ts'
import styles from '../dialogs/dialogs.module.css'
import { listActiveLines, type OrderDialog } from '../parts/order-dialog.tsx'
import { readLastCarrier, storeLastCarrier } from './last-carrier.ts'
import { CarrierNames, useScanRows } from './scan-rows.tsx'
import {
  findUrlProblem,
  isEmptyShip,
  isShippable,
  maxTrackingLength,
  type ParcelDraft,
  readShipDraft,
  type ShipDraft,
  startParcels,
  toShipped,
} from './ship.rules.ts'
import { formatKilos } from './weight.rules.ts'
import { WeightField } from './weight-field.tsx'

const drafts = defineDraft<ShipDraft>('staff_ship', { parse: readShipDraft, isEmpty: isEmptyShip })

/**
 * Ships an order, with one block for each parcel. A scanner types a number and Enter, which moves the cursor to the next number.
 */
export function ShipDialog(props: OrderDialog) {
  const kept = useDraft(drafts, props.order.number)
  return <ShipForm key={kept ? 'kept' : 'new'} {...props} kept={kept?.parcels ?? []} />
}

/** Manages the parcels of the dialog, and ships them. */
function useShipping({ order, send, close, kept }: OrderDialog & { kept: ParcelDraft[] }) {
  const { number, customer } = order
  const shopper = customer.name || customer.email
  const [parcels, setParcels] = useState(() => startParcels(order, kept, readLastCarrier()))
  const forget = useDraftSaver(drafts, number, { parcels })
  const [sendsMail, setSendsMail] = useState(true)
  const { run, busy, problem } = useCommand()
  const set = (id: string, change: Partial<ParcelDraft>) =>
    setParcels((now) => now.map((parcel) => (parcel.id === id ? { ...parcel, ...change } : parcel)))
  const isReady = isShippable(parcels)
  async function ship() {
    if (!isReady) return
    if (!(await run('ship', () => send(shipOrder, { parcels: toShipped(parcels), mail: sendsMail })))) return
    storeLastCarrier(parcels.at(-1)?.carrier ?? '')
    forget()
    close()
    showToast(sendsMail ? `Shipped ${number}. An email is on its way to ${shopper}.` : `Shipped ${number}`)
  }
  return { shopper, parcels, set, sendsMail, setSendsMail, isReady, ship, isBusy: busy !== null, problem }
}

function ShipForm(props: OrderDialog & { kept: ParcelDraft[] }) {
  const { order, close, repack } = props
  const me = useMe()
  const { shopper, parcels, set, sendsMail, setSendsMail, isReady, ship, isBusy, problem } = useShipping(props)
  const now = useNow()
  const timeZone = useZone()
  const carriers = useId()
  const { rows, goOn } = useScanRows('[data-tracking]')
  const name = parcels.length === 1 ? '1 parcel' : `${parcels.length} parcels`
  return (
    <Dialog
      isOpen
      size="parcels"
      title={`Ship ${name}`}
      onClose={close}
      onSubmit={ship}
      says={`By ${me.name}, ${formatMoment(new Date(now).toISOString(), now, timeZone)}`}
      footer={
        <DialogButtons close={close} isBusy={isBusy} disabled={!isReady} hint="Ctrl ↵">
          Ship {name}
        </DialogButtons>
      }
    >
      <Refusal problem={problem} />
      <CarrierNames id={carriers} />
      <div ref={rows} className={styles.parcels}>
        {parcels.map((parcel, at) => (
          <ParcelFields
            key={parcel.id}
            {...{ parcel, order, at, carriers, goOn }}
            onChange={(change) => set(parcel.id, change)}
          />
        ))}
      </div>
      <div className={styles.below}>
        {listActiveLines(order).length > 1 && (
          <Button tone="quiet" size="small" icon={Plus} onClick={repack}>
            Add parcel
          </Button>
        )}
        <p className={styles.scan}>
          <ScanBarcode size={14} strokeWidth={1.9} aria-hidden /> A scanner fills the selected field and moves to the
          next one
        </p>
      </div>
      <Check
        label={`Email ${shopper} the tracking ${parcels.length === 1 ? 'number' : 'numbers'}`}
        isChecked={sendsMail}
        onChange={setSendsMail}
      />
      <Note>
        The parcels count as handed over now. Without a delivery report, the order is marked as received after{' '}
        {autoReceiveDays} days, on {formatShortDay(now + autoReceiveDays * dayMs, { timeZone })}.
      </Note>
    </Dialog>
  )
}

type ParcelProps = {
  parcel: ParcelDraft
  order: StaffOrder
  at: number
  /** Id of the datalist of carriers. */
  carriers: string
  goOn: (event: KeyboardEvent<HTMLInputElement>) => void
  onChange: (change: Partial<ParcelDraft>) => void
}

function ParcelFields({
  parcel: { id, carrier, tracking, url, grams },
  order,
  at,
  carriers,
  goOn,
  onChange,
}: ParcelProps) {
  const inside = listActiveLines(order).filter(({ parcel_id }) => parcel_id === id)
  return (
    <fieldset className={styles.parcel}>
      <legend className="visually-hidden">Parcel {at + 1}</legend>
      <div className={styles.parcelHead}>
        <Package size={16} strokeWidth={1.75} aria-hidden />
        <b>Parcel {at + 1}</b>
        <span className={styles.quiet}>
          {grams !== null && `${formatKilos(grams)}, `}
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
          onChange={(value) => onChange({ carrier: value })}
        />
        <TextField
          label="Tracking number"
          data-tracking
          dir="ltr"
          maxLength={maxTrackingLength}
          autoComplete="off"
          data-first={at === 0 ? '' : undefined}
          value={tracking}
          unit={tracking.trim() ? <CheckIcon size={14} strokeWidth={1.9} aria-label="Entered" /> : undefined}
          onChange={(value) => onChange({ tracking: value })}
          onKeyDown={goOn}
        />
        <WeightField label="Weight" value={grams} onChange={(weighed) => onChange({ grams: weighed })} />
        <ScanButton
          name={`tracking number of parcel ${at + 1}`}
          onRead={(text) => onChange({ tracking: text.slice(0, maxTrackingLength) })}
        />
      </div>
      <TextField
        label="Tracking link (optional)"
        type="url"
        placeholder="https://"
        hint="Shoppers open this link from the order and the mail."
        dir="ltr"
        autoComplete="off"
        maxLength={maxTrackingUrlLength}
        value={url}
        error={findUrlProblem(url)}
        onChange={(value) => onChange({ url: value })}
      />
    </fieldset>
  )
}
