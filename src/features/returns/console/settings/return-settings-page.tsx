import { Plus, X } from 'lucide-react'
import { loadAll } from '#console/data/load-all.ts'
import { useCommand } from '#console/data/use-command.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import { EditDialog } from '#console/form/edit-dialog.tsx'
import type { RowDialogProps } from '#console/form/row-dialog.tsx'
import styles from '#console/settings/settings.module.css'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import { sortTree, WordList } from '#console/settings/word-list.tsx'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { Button } from '#console/ui/buttons/button.tsx'
import { Menu } from '#console/ui/buttons/menu.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { Check } from '#console/ui/fields/check.tsx'
import { PlaceField, SelectField, TextField } from '#console/ui/fields/field.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { StaffOutput } from '#contract/calls/staff-call.ts'
import { editCategory, listStaffCategories, type StaffCategory } from '#features/catalogue/categories.staff.contract.ts'
import {
  createReturnReason,
  editReturnReason,
  getReasonShares,
  getReturnReason,
  listReturnReasons,
  type ReturnReason,
  removeReturnReason,
} from '#features/returns/return-reasons.staff.contract.ts'
import { returnPolicy } from '#features/returns/returns.rules.ts'
import { getSettings } from '#features/settings/settings.staff.contract.ts'
import { AsCredit } from '../refund/as-credit.tsx'

export async function loadReturnSettings({ context: { load, me } }: { context: ConsoleContext }) {
  const maySee = allowsScope(me?.scopes, 'catalogue:read')
  const [reasons, { data: shares }, categories, { data: settings }] = await Promise.all([
    loadAll(load, listReturnReasons, {}),
    load(getReasonShares, {}),
    maySee ? loadAll(load, listStaffCategories, {}) : null,
    load(getSettings, {}),
  ])
  return { reasons, shares, categories, returns: settings.returns }
}

const { windowDays, replyHours, shipDays, editHours } = returnPolicy
const promises = [
  { name: 'Returns possible within', value: windowDays, unit: 'days' },
  { name: 'Staff reply within', value: replyHours, unit: 'hours' },
  { name: 'Items sent back within', value: shipDays, unit: 'days' },
  { name: 'Tracking number can be changed for', value: editHours, unit: 'hours' },
]

export function ReturnSettingsPage() {
  const { reasons, shares, categories, returns } = usePageData<typeof loadReturnSettings>(settingsLinks.returns)
  const { call } = useConsole()
  const mayWrite = allowsScope(useMe().scopes, 'settings:write')
  return (
    <SettingsPage
      follows="settings"
      title="Returns"
      about="Each return follows the rules that applied when it was requested."
    >
      <div className={styles.halves}>
        <div className={styles.column}>
          <Panel title="Fixed values">
            <div className={styles.column}>
              <div className={styles.pair}>
                {promises.map(({ name, value, unit }) => (
                  <TextField key={name} label={name} readOnly unit={unit} value={String(value)} onChange={() => {}} />
                ))}
              </div>
              <p className={styles.hint}>
                These values are built in and cannot be changed. The return address is set in{' '}
                <ConsoleLink href={settingsLinks.shop} className={styles.link}>
                  Store details
                </ConsoleLink>
                .
              </p>
              <AsCredit returns={returns} mayWrite={mayWrite} />
            </div>
          </Panel>
          {categories && <NotReturned categories={categories} />}
        </div>
        <WordList
          title="Reasons"
          addName="Add"
          mayWrite={mayWrite}
          rows={sortTree(reasons).map(({ one, level }) => ({
            ...{ one, level, name: one.reason, detail: one.code },
            end: formatShare(shares, one.id),
            tag: /(?:^|_)others$/.test(one.code) ? 'comment required' : undefined,
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

/** Formats the share of a reason among the latest items in whole percent. Returns undefined without items. */
function formatShare({ items, reasons }: StaffOutput<typeof getReasonShares>, id: number): string | undefined {
  const given = reasons.find((one) => one.id === id)?.items ?? 0
  return items === 0 ? undefined : `${Math.round((given / items) * 100)} %`
}

/**
 * Edits the categories that cannot be returned. Changes are saved immediately, because they are easy to change back.
 */
function NotReturned({ categories }: { categories: StaffCategory[] }) {
  const { call } = useConsole()
  const mayWrite = allowsScope(useMe().scopes, 'catalogue:write')
  const { run, busy, problem } = useCommand()
  async function set({ code, name }: StaffCategory, is_returnable: boolean) {
    const edit = (to: boolean) => run(code, () => call(editCategory, { code, is_returnable: to }, { ifMatch: '*' }))
    if (!(await edit(is_returnable))) return
    showToast(is_returnable ? `${name} can be returned` : `${name} can no longer be returned`, {
      action: { label: 'Undo', run: () => void edit(!is_returnable) },
    })
  }
  const [kept, others] = [categories.filter((one) => !one.is_returnable), categories.filter((one) => one.is_returnable)]
  return (
    <Panel title="Items that cannot be returned">
      <div className={styles.column}>
        <Refusal problem={problem} />
        <div className={styles.chips}>
          {kept.map((one) => (
            <span key={one.code} className={styles.chip}>
              {one.name}
              {mayWrite && (
                <Button
                  tone="quiet"
                  size="small"
                  icon={X}
                  aria-label={`Allow returns of ${one.name}`}
                  isBusy={busy === one.code}
                  onClick={() => set(one, true)}
                />
              )}
            </span>
          ))}
          <span className={styles.chip}>Final sale</span>
          {mayWrite && others.length > 0 && (
            <Menu
              label="Category"
              icon={Plus}
              size="small"
              items={others.map((one) => ({ name: one.name, run: () => set(one, false) }))}
            />
          )}
        </div>
        <p className={styles.hint}>
          Existing orders follow the rules that applied when they were placed. EU law excludes only sealed goods from
          withdrawal: swimwear and lingerie once unsealed, but not bags.
        </p>
      </div>
    </Panel>
  )
}

type DialogProps = RowDialogProps<ReturnReason> & { all: ReturnReason[] }

const fresh: ReturnReason = { id: 0, parent_id: null, reason: '', code: '', sort: 0, is_active: true }

function ReasonDialog({ all, opened, onClose }: DialogProps) {
  const { call } = useConsole()
  const { id, ...initial } = opened?.data ?? fresh
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
      says="Existing returns keep this reason."
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
              hint={
                opened
                  ? 'Programs use this code, so it cannot be changed'
                  : 'Codes that end in _others require a comment'
              }
              dir="ltr"
              maxLength={60}
              readOnly={Boolean(opened)}
              {...form.field('code')}
            />
            <SelectField
              label="Parent reason"
              options={[
                { value: '', name: 'None (top level)' },
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
