import { EditDialog } from '#console/form/edit-dialog.tsx'
import { EditList } from '#console/form/edit-list.tsx'
import type { RowDialogProps } from '#console/form/row-dialog.tsx'
import { useConsole } from '#console/shell/console-context.ts'
import { TextField } from '#console/ui/fields/field.tsx'
import { endOfShopDay, formatDay, startOfShopDay, toLastShopDay, toShopDay } from '#console/ui/format/day.rules.ts'
import { DayFields, FieldRow } from '#console/ui/layout/form-page.tsx'
import {
  type AdvertText,
  createAdvertText,
  editAdvertText,
  getAdvertText,
  removeAdvertText,
} from '../adverts.staff.contract.ts'

/** Renders the short texts under 'Sign In / Register' on the account page. */
export function AdvertTexts({ texts, mayWrite }: { texts: AdvertText[]; mayWrite: boolean }) {
  const { shop } = useConsole()
  return (
    <EditList
      title="Lines under ‘Sign In / Register’"
      addName="Add line"
      mayWrite={mayWrite}
      empty={{
        title: 'No line yet',
        text: 'A line tells visitors what an account offers, such as 15% off the first order.',
      }}
      columns={[{ name: 'Line' }, { name: 'From' }, { name: 'Until' }]}
      rows={texts}
      call={getAdvertText}
      toInput={({ id }) => ({ id })}
      nameOf={({ text }) => text}
      cells={(one) => (
        <>
          <td>{one.text}</td>
          <td>{formatDay(toShopDay(one.starts_at, shop.time_zone))}</td>
          <td>{one.ends_at ? formatDay(toLastShopDay(one.ends_at, shop.time_zone)) : 'No end date'}</td>
        </>
      )}
      dialog={(props) => <TextDialog {...props} />}
    />
  )
}

function TextDialog({ opened, onClose }: RowDialogProps<AdvertText>) {
  const { call, shop } = useConsole()
  const known = opened?.data
  const ifMatch = opened?.etag ?? ''
  const initial = {
    text: known?.text ?? '',
    starts_at: known ? toShopDay(known.starts_at, shop.time_zone) : '',
    ends_at: known?.ends_at ? toLastShopDay(known.ends_at, shop.time_zone) : '',
  }
  const toSent = ({ starts_at, ends_at, ...rest }: Partial<typeof initial>) => ({
    ...rest,
    ...(starts_at && { starts_at: startOfShopDay(starts_at, shop.time_zone) }),
    ...(ends_at !== undefined && { ends_at: ends_at ? endOfShopDay(ends_at, shop.time_zone) : null }),
  })
  return (
    <EditDialog<typeof initial>
      title={known ? 'Line' : 'Add a line'}
      button={known ? 'Save line' : 'Add line'}
      isNew={!known}
      initial={initial}
      {...(known && { about: `advert-texts/${known.id}` })}
      reload={opened?.reload}
      done={known ? 'Line saved' : 'Line added'}
      onClose={onClose}
      send={(changed, values) =>
        known
          ? call(editAdvertText, { ...toSent(changed), id: known.id }, { ifMatch })
          : call(createAdvertText, { ...toSent(values), text: values.text, position: 'register' })
      }
      remove={
        known && {
          button: 'Remove',
          done: 'Line removed',
          run: () => call(removeAdvertText, { id: known.id }, { ifMatch }),
        }
      }
    >
      {(form) => (
        <>
          <TextField label="Line" maxLength={200} {...form.field('text')} />
          <FieldRow>
            <DayFields from={form.field('starts_at')} until={form.field('ends_at')} isNew={!known} />
          </FieldRow>
        </>
      )}
    </EditDialog>
  )
}
