import { Plus, X } from 'lucide-react'
import { loadAll } from '#console/data/load-all.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import { EditDialog } from '#console/form/edit-dialog.tsx'
import { EditButton, type RowDialogProps, useRowDialog } from '#console/form/row-dialog.tsx'
import styles from '#console/settings/settings.module.css'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { EmptyView } from '#console/ui/content/empty-view.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { NumberField, TextField } from '#console/ui/fields/field.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import {
  getShoeSizes,
  listShoeSizes,
  removeShoeSizes,
  type ShoeSizeTable,
  saveShoeSizes,
} from '#features/catalogue/shoe-sizes.staff.contract.ts'
import own from './shoe-sizes-page.module.css'

export async function loadShoeSizes({ context: { load } }: { context: ConsoleContext }) {
  return loadAll(load, listShoeSizes, {})
}

export function ShoeSizesPage() {
  const tables = usePageData<typeof loadShoeSizes>(settingsLinks.shoeSizes)
  const mayWrite = allowsScope(useMe().scopes, 'settings:write')
  const rowDialog = useRowDialog(getShoeSizes, (props) => <SizesDialog {...props} />)
  return (
    <SettingsPage
      follows="settings"
      title="Shoe sizes"
      about="Shoppers see the US size beside the European size. Without a table, sizes are shown unchanged."
      actions={
        mayWrite && (
          <Button tone="primary" icon={Plus} onClick={rowDialog.add}>
            Add table
          </Button>
        )
      }
    >
      <Refusal problem={rowDialog.problem} />
      {tables.length === 0 && (
        <EmptyView icon={Plus} title="No table yet" text="Only shops that sell shoes need one." />
      )}
      <div className={styles.halves}>
        {tables.map(({ category, sizes }) => (
          <Panel
            key={category}
            title={category}
            actions={mayWrite && <EditButton rowDialog={rowDialog} which={{ category }} name={category} />}
          >
            <dl className={own.sizes}>
              {sizes.map(({ eu, us }) => (
                <div key={eu} className={own.size}>
                  <dt>EU {eu}</dt>
                  <dd>US {us}</dd>
                </div>
              ))}
            </dl>
          </Panel>
        ))}
      </div>
      {rowDialog.dialog}
    </SettingsPage>
  )
}

type Row = { eu: number | null; us: string }
const max = 60

function SizesDialog({ opened, onClose }: RowDialogProps<ShoeSizeTable>) {
  const { call } = useConsole()
  const ifMatch = opened?.etag ?? ''
  const category = opened?.data.category ?? ''
  const sizes: Row[] = opened?.data.sizes ?? [{ eu: 38, us: '' }]
  return (
    <EditDialog
      title={opened ? category : 'Add a table of shoe sizes'}
      button={opened ? 'Save table' : 'Add table'}
      isNew={!opened}
      initial={{ category, sizes }}
      about={`shoe-sizes/${category}`}
      reload={opened?.reload}
      done={opened ? 'Table saved' : 'Table added'}
      onClose={onClose}
      send={(_, values) => call(saveShoeSizes, values as ShoeSizeTable, opened ? { ifMatch } : {})}
      remove={
        opened && {
          button: 'Remove',
          done: 'Table removed',
          run: () => call(removeShoeSizes, { category }, { ifMatch }),
        }
      }
    >
      {(form) => (
        <>
          <TextField
            label="Category"
            hint={opened ? undefined : 'The code of the category, such as women_shoes'}
            dir="ltr"
            readOnly={Boolean(opened)}
            {...form.field('category')}
          />
          <SizeRows {...form.field('sizes')} />
        </>
      )}
    </EditDialog>
  )
}

type RowsProps = { value: Row[]; onChange: (rows: Row[]) => void; error: string | null }

function SizeRows({ value: sizes, onChange, error }: RowsProps) {
  return (
    <>
      <div className={own.rows}>
        {sizes.map((row, at) => (
          <SizeRow
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other key that stays the same while a member types.
            key={at}
            row={row}
            place={at + 1}
            isOnly={sizes.length === 1}
            onChange={(part) => onChange(sizes.with(at, { ...row, ...part }))}
            onRemove={() => onChange(sizes.toSpliced(at, 1))}
          />
        ))}
      </div>
      {error && <Refusal problem={error} />}
      <Button
        icon={Plus}
        disabled={sizes.length >= max}
        onClick={() => onChange([...sizes, { eu: (sizes.at(-1)?.eu ?? 37) + 1, us: '' }])}
      >
        Add size
      </Button>
    </>
  )
}

type RowProps = {
  row: Row
  place: number
  isOnly: boolean
  onChange: (part: Partial<Row>) => void
  onRemove: () => void
}

function SizeRow({ row, place, isOnly, onChange, onRemove }: RowProps) {
  return (
    <div className={own.row}>
      <NumberField
        label={`European size in row ${place}`}
        isLabelHidden
        unit="EU"
        value={row.eu}
        onChange={(eu) => onChange({ eu })}
      />
      <TextField
        label={`US size in row ${place}`}
        isLabelHidden
        unit="US"
        dir="ltr"
        inputMode="decimal"
        value={row.us}
        onChange={(us) => onChange({ us })}
      />
      <Button tone="quiet" icon={X} aria-label={`Remove row ${place}`} disabled={isOnly} onClick={onRemove} />
    </div>
  )
}
