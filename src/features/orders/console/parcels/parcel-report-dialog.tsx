import { EditDialog } from '#console/form/edit-dialog.tsx'
import { useConsole } from '#console/shell/console-context.ts'
import { Note } from '#console/ui/content/note.tsx'
import { SelectField, TextField } from '#console/ui/fields/field.tsx'
import type { parcelEventKinds, StaffOrder } from '#features/orders/orders.staff.contract.ts'
import { reportParcel } from '#features/orders/parcels.staff.contract.ts'

type Kind = (typeof parcelEventKinds)[number]
const kinds: { value: Kind; name: string }[] = [
  { value: 'accepted', name: 'Handed over' },
  { value: 'in_transit', name: 'On its way' },
  { value: 'out_for_delivery', name: 'Out for delivery' },
  { value: 'delivered', name: 'Delivered' },
  { value: 'problem', name: 'Problem' },
]

const initial: { kind: Kind; description: string; place: string } = { kind: 'in_transit', description: '', place: '' }

/** Records a parcel report that a carrier gave by telephone. */
export function ParcelReportDialog({ parcel, close }: { parcel: StaffOrder['parcels'][number]; close: () => void }) {
  const { call } = useConsole()
  const number = parcel.tracking_number ?? ''
  return (
    <EditDialog
      title={`Tracking event for ${number}`}
      button="Add event"
      isNew
      initial={initial}
      says="The shopper sees the event in the tracking."
      done="Event added"
      onClose={close}
      send={(_, { kind, description, place }) =>
        call(reportParcel, {
          tracking_number: number,
          ...(parcel.carrier && { carrier: parcel.carrier }),
          events: [
            {
              kind,
              description: description.trim() || (kinds.find(({ value }) => value === kind)?.name ?? kind),
              place,
              at: new Date(Math.floor(Date.now() / 1000) * 1000).toISOString(),
            },
          ],
        })
      }
    >
      {(form) => (
        <>
          <SelectField label="Event" options={kinds} {...form.field('kind')} />
          <TextField label="Description" maxLength={200} {...form.field('description')} />
          <TextField label="Location" maxLength={100} {...form.field('place')} />
          {form.values.kind === 'delivered' && (
            <Note tone="warning">The order is marked as received when its last parcel arrives.</Note>
          )}
        </>
      )}
    </EditDialog>
  )
}
