import { type ConsoleContext, useConsole, useMe } from '#console/console-context.ts'
import { ConsoleLink } from '#console/console-link.tsx'
import { EditDialog } from '#console/edit-dialog.tsx'
import { loadAll } from '#console/load-all.ts'
import type { RowDialogProps } from '#console/row-dialog.tsx'
import styles from '#console/settings/settings.module.css'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import { settingsLinks } from '#console/settings/settings-places.ts'
import { sortTree, WordList } from '#console/settings/word-list.tsx'
import { Check } from '#console/ui/check.tsx'
import { PlaceField, SelectField, TextField } from '#console/ui/field.tsx'
import { Panel } from '#console/ui/panel.tsx'
import { usePageData } from '#console/use-page-data.ts'
import { allowsScope } from '#contract/scopes.ts'
import {
  createReturnReason,
  editReturnReason,
  getReturnReason,
  listReturnReasons,
  type ReturnReason,
  removeReturnReason,
} from '../return-reasons.staff.contract.ts'
import { returnPolicy } from '../returns.rules.ts'

export async function loadReturnSettings({ context: { load } }: { context: ConsoleContext }) {
  return loadAll(load, listReturnReasons, {})
}

const { windowDays, replyHours, shipDays, editHours } = returnPolicy
const promises = [
  { name: 'Can come back within', value: windowDays, unit: 'days' },
  { name: 'We answer within', value: replyHours, unit: 'hours' },
  { name: 'Sent within', value: shipDays, unit: 'days' },
  { name: 'Parcel number can change for', value: editHours, unit: 'hours' },
]

/** What shoppers may give as a reason, and what they were promised. */
export function ReturnSettingsPage() {
  const reasons = usePageData<typeof loadReturnSettings>(settingsLinks.returns)
  const { call } = useConsole()
  const mayWrite = allowsScope(new Set(useMe().scopes), 'settings:write')
  return (
    <SettingsPage
      follows="settings"
      title="Returns"
      about="Each return keeps the promises of the day it was asked for."
    >
      <div className={styles.halves}>
        <Panel title="Promises">
          <div className={styles.column}>
            <div className={styles.pair}>
              {promises.map(({ name, value, unit }) => (
                <TextField key={name} label={name} readOnly unit={unit} value={String(value)} onChange={() => {}} />
              ))}
            </div>
            <p className={styles.hint}>
              These come with the shop. Where parcels come back to stands in{' '}
              <ConsoleLink href={settingsLinks.shop} className={styles.link}>
                Shop details
              </ConsoleLink>
              .
            </p>
          </div>
        </Panel>
        <WordList
          title="Reasons"
          addName="Add reason"
          mayWrite={mayWrite}
          rows={sortTree(reasons).map(({ one, level }) => ({
            ...{ one, level, name: one.reason, detail: one.code },
            tag: /(?:^|_)others$/.test(one.code) ? 'asks for words' : undefined,
          }))}
          offer={({ id }, is_active) => call(editReturnReason, { id, is_active }, { ifMatch: '*' })}
          tell={({ reason }, isOn) => (isOn ? `‘${reason}’ can be chosen` : `‘${reason}’ can no longer be chosen`)}
          call={getReturnReason}
          dialog={(props) => <ReasonDialog all={reasons} {...props} />}
        />
      </div>
    </SettingsPage>
  )
}

type DialogProps = RowDialogProps<ReturnReason> & { all: ReturnReason[] }

const fresh = { id: 0, parent_id: null, reason: '', code: '', sort: 0, is_active: true }

function ReasonDialog({ all, opened, onClose }: DialogProps) {
  const { call } = useConsole()
  const { id, ...initial } = opened?.data ?? (fresh as ReturnReason)
  const ifMatch = opened?.etag ?? ''
  const parents = all.filter((one) => one.parent_id === null && one.id !== id)
  return (
    <EditDialog
      title={opened ? opened.data.reason : 'Add a reason'}
      button={opened ? 'Save reason' : 'Add reason'}
      isNew={!opened}
      initial={initial}
      about={`return-reasons/${id}`}
      reload={opened?.reload}
      says="Returns that gave it keep it."
      done={opened ? 'Reason saved' : 'Reason added'}
      onClose={onClose}
      send={({ code: _, ...changed }, values) =>
        opened ? call(editReturnReason, { ...changed, id }, { ifMatch }) : call(createReturnReason, values)
      }
      remove={
        opened && {
          button: 'Remove',
          done: 'Reason removed',
          run: () => call(removeReturnReason, { id }, { ifMatch }),
        }
      }
    >
      {(form) => (
        <>
          <TextField label="Reason, in English" maxLength={100} {...form.field('reason')} />
          <div className={styles.two}>
            <TextField
              label="Code"
              hint={opened ? 'Programs know it by this, so it stays' : 'Ending in _others it asks for words'}
              dir="ltr"
              maxLength={60}
              readOnly={Boolean(opened)}
              {...form.field('code')}
            />
            <SelectField
              label="Stands below"
              options={[
                { value: '', name: 'Nothing: at the top' },
                ...parents.map((one) => ({ value: String(one.id), name: one.reason })),
              ]}
              error={form.field('parent_id').error}
              value={String(form.values.parent_id ?? '')}
              onChange={(parent) => form.set('parent_id', parent === '' ? null : Number(parent))}
            />
            <PlaceField {...form.field('sort')} />
          </div>
          <Check label="Shoppers can choose it" {...form.check('is_active')} />
        </>
      )}
    </EditDialog>
  )
}
