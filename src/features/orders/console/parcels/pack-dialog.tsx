import { useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { useMe } from '#console/shell/console-context.ts'
import { Refusal } from '#console/ui/content/note.tsx'
import { Thumb } from '#console/ui/content/thumbs.tsx'
import { SelectField } from '#console/ui/fields/field.tsx'
import { Dialog } from '#console/ui/overlays/dialog.tsx'
import { DialogButtons } from '#console/ui/overlays/dialog-buttons.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { packOrder, unpackOrder } from '#features/orders/order-commands.staff.contract.ts'
import styles from '../dialogs/dialogs.module.css'
import { formatOptions, listActiveLines, type OrderDialog } from '../parts/order-dialog.tsx'
import { WeightField } from './weight-field.tsx'

/** Manages the items and weights of the parcels, and packs the order. */
function usePacking({ order, send, close }: OrderDialog) {
  const lines = listActiveLines(order)
  const isPacked = order.status === 'packed'
  const [places, setPlaces] = useState<Record<string, number>>(() =>
    Object.fromEntries(lines.map(({ id, parcel_id }) => [id, findPlace(order.parcels, parcel_id)])),
  )
  const [weights, setWeights] = useState<Record<number, number | null>>(() =>
    Object.fromEntries(order.parcels.map(({ weight_grams }, at) => [at, weight_grams])),
  )
  const { run, busy, problem } = useCommand()
  const used = [...new Set(lines.map(({ id }) => places[id] ?? 0))].sort((a, b) => a - b)
  const name = used.length === 1 ? '1 parcel' : `${used.length} parcels`
  // Offers one more parcel than is used, but never more parcels than items.
  const offered = Math.min(lines.length, Math.max(...used) + 2)
  const options = Array.from({ length: offered }, (_, at) => ({ value: String(at), name: `Parcel ${at + 1}` }))
  async function pack() {
    const parcels = used.map((place) => ({
      line_ids: lines.filter(({ id }) => (places[id] ?? 0) === place).map(({ id }) => id),
      ...(weights[place] && { weight_grams: weights[place] }),
    }))
    const isDone = await run('pack', async () => {
      if (isPacked) await send(unpackOrder, {})
      await send(packOrder, { parcels })
    })
    if (!isDone) return
    close()
    const undo = () => run('undo', () => send(unpackOrder, {}))
    showToast(`Packed ${order.number} into ${name}`, { action: { label: 'Undo', run: undo } })
  }
  return {
    lines,
    isPacked,
    places,
    setPlaces,
    weights,
    setWeights,
    used,
    name,
    options,
    pack,
    isBusy: busy !== null,
    problem,
  }
}

/** Assigns items to parcels, with the weight of each. A packed order is unpacked first. */
export function PackDialog(props: OrderDialog) {
  const { close } = props
  const me = useMe()
  const packing = usePacking(props)
  const { lines, isPacked, places, setPlaces, weights, setWeights, used, name, options, pack, isBusy, problem } =
    packing
  return (
    <Dialog
      isOpen
      size="parcels"
      title={isPacked ? 'Repack' : `Pack ${lines.length} items`}
      onClose={close}
      onSubmit={pack}
      says={`By ${me.name}`}
      footer={
        <DialogButtons close={close} isBusy={isBusy} hint="Ctrl ↵">
          Pack into {name}
        </DialogButtons>
      }
    >
      <Refusal problem={problem} />
      <ul className={styles.packing}>
        {lines.map((line) => (
          <li key={line.id}>
            <Thumb src={line.image} size="line" />
            <span className={styles.grow}>
              <b className={styles.name}>{line.name}</b>
              <span className={styles.quiet}>
                {formatOptions(line)} · <bdi dir="ltr">{line.sku}</bdi>
              </span>
            </span>
            <SelectField
              label={`Parcel of ${line.name}`}
              isLabelHidden
              value={String(places[line.id] ?? 0)}
              options={options}
              onChange={(place) => setPlaces((now) => ({ ...now, [line.id]: Number(place) }))}
            />
          </li>
        ))}
      </ul>
      <div className={styles.weights}>
        {used.map((place) => (
          <WeightField
            key={place}
            label={`Weight of parcel ${place + 1}`}
            value={weights[place] ?? null}
            onChange={(grams) => setWeights((now) => ({ ...now, [place]: grams }))}
          />
        ))}
      </div>
    </Dialog>
  )
}

function findPlace(parcels: { id: string }[], parcelId: string | null): number {
  return Math.max(
    0,
    parcels.findIndex(({ id }) => id === parcelId),
  )
}
