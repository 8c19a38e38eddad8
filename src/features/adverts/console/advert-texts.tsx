import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useConsole } from '#console/console-context.ts'
import { EditDialog, useOpened } from '#console/edit-dialog.tsx'
import { Button } from '#console/ui/button.tsx'
import { endOfShopDay, showDay, startOfShopDay, toLastShopDay, toShopDay } from '#console/ui/day.rules.ts'
import { EmptyView } from '#console/ui/empty-view.tsx'
import { TextField } from '#console/ui/field.tsx'
import { Refusal } from '#console/ui/note.tsx'
import { Panel } from '#console/ui/panel.tsx'
import { endCell, Table } from '#console/ui/table.tsx'
import {
  type AdvertText,
  createAdvertText,
  editAdvertText,
  getAdvertText,
  removeAdvertText,
} from '../adverts.staff.contract.ts'
import styles from './adverts.module.css'

/** Short lines under 'Sign In / Register' on the account page. */
export function AdvertTexts({ texts, mayWrite }: { texts: AdvertText[]; mayWrite: boolean }) {
  const { shop } = useConsole()
  const opened = useOpened(getAdvertText)
  const [isAdding, setAdding] = useState(false)
  return (
    <Panel
      title="Lines under ‘Sign In / Register’"
      isFlush
      actions={
        mayWrite && (
          <Button tone="quiet" size="small" icon={Plus} onClick={() => setAdding(true)}>
            Add line
          </Button>
        )
      }
    >
      <Refusal problem={opened.problem} />
      {texts.length === 0 ? (
        <EmptyView title="No line yet" text="It tells strangers what an account brings: 15% off the first order." />
      ) : (
        <Table
          label="Lines"
          columns={[{ name: 'Line' }, { name: 'From' }, { name: 'Until' }, { name: 'Edit', isNameHidden: true }]}
        >
          {texts.map((one) => (
            <tr key={one.id}>
              <td>{one.text}</td>
              <td>{showDay(toShopDay(one.starts_at, shop.time_zone))}</td>
              <td>{one.ends_at ? showDay(toLastShopDay(one.ends_at, shop.time_zone)) : 'No end'}</td>
              <td className={endCell}>
                {mayWrite && (
                  <Button
                    tone="quiet"
                    size="small"
                    aria-label={`Edit ${one.text}`}
                    isBusy={opened.isOpening({ id: one.id })}
                    onClick={() => opened.open({ id: one.id })}
                  >
                    Edit
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {isAdding && <TextDialog onClose={() => setAdding(false)} />}
      {opened.data && (
        <TextDialog key={opened.data.id} opened={{ ...opened, data: opened.data }} onClose={opened.close} />
      )}
    </Panel>
  )
}

type Opened = { data: AdvertText; etag: string; reload: () => Promise<unknown> }

function TextDialog({ opened, onClose }: { opened?: Opened; onClose: () => void }) {
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
      {...(opened && { reload: opened.reload })}
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
          <div className={styles.row}>
            <TextField label="From" type="date" hint="Empty: at once" {...form.field('starts_at')} />
            <TextField label="Until" type="date" hint="With this day. Empty: no end" {...form.field('ends_at')} />
          </div>
        </>
      )}
    </EditDialog>
  )
}
