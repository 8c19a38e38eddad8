import { EditDialog } from '#console/form/edit-dialog.tsx'
import type { RowDialogProps } from '#console/form/row-dialog.tsx'
import styles from '#console/settings/settings.module.css'
import { useConsole } from '#console/shell/console-context.ts'
import { NumberField, PlaceField, SelectField, TextField } from '#console/ui/field.tsx'
import { MoneyField } from '#console/ui/money-field.tsx'
import { homeCurrency } from '#contract/money/money.ts'
import {
  createCurrency,
  createLanguage,
  editCurrency,
  editLanguage,
  removeCurrency,
  removeLanguage,
  type StaffCurrency,
  type StaffLanguage,
} from '#features/settings/settings.staff.contract.ts'

export function CurrencyDialog({ opened, onClose }: RowDialogProps<StaffCurrency>) {
  const { call } = useConsole()
  const code = opened?.data.code ?? ''
  const ifMatch = opened?.etag ?? ''
  const { rate_as_of: _, ...known } = opened?.data ?? {
    ...{ code: '', name: '', symbol_left: '', symbol_right: '', decimals: 2, rounding: 1, sort: 0 },
    rate: null as number | null,
    rate_as_of: '',
  }
  type Sent = Omit<StaffCurrency, 'rate_as_of'>
  return (
    <EditDialog
      title={opened ? opened.data.name : 'Add a currency'}
      button={opened ? 'Save currency' : 'Add currency'}
      isNew={!opened}
      initial={known}
      about={`currencies/${code}`}
      reload={opened?.reload}
      says="Prices that were not set by hand follow at once."
      done={opened ? 'Currency saved' : 'Currency added'}
      onClose={onClose}
      send={(changed, values) =>
        opened
          ? call(editCurrency, { ...(changed as Partial<Sent>), code }, { ifMatch })
          : call(createCurrency, values as Sent)
      }
      remove={
        opened && code !== homeCurrency
          ? { button: 'Remove', done: 'Currency removed', run: () => call(removeCurrency, { code }, { ifMatch }) }
          : undefined
      }
    >
      {(form) => (
        <>
          <div className={styles.two}>
            <TextField
              label="Code"
              hint="Three letters, as banks write it"
              maxLength={3}
              dir="ltr"
              readOnly={Boolean(opened)}
              {...form.field('code')}
              onChange={(text) => form.set('code', text.toUpperCase())}
            />
            <TextField label="Name" maxLength={60} {...form.field('name')} />
            <TextField
              label="Before the amount"
              hint="The sign. Shoppers see it where their language puts it"
              maxLength={6}
              placeholder="$"
              {...form.field('symbol_left')}
            />
            <TextField label="After the amount" maxLength={6} placeholder=" kr" {...form.field('symbol_right')} />
          </div>
          <div className={styles.two}>
            <NumberField
              label={`Rate: for 1 ${homeCurrency}`}
              inputMode="decimal"
              step="any"
              unit={form.values.code}
              readOnly={code === homeCurrency}
              {...form.field('rate')}
            />
            <NumberField
              label="Digits after the point"
              hint={opened ? 'Amounts are counted in them, so they stay' : 'Amounts are counted in them for good'}
              min={0}
              max={4}
              readOnly={Boolean(opened)}
              {...form.field('decimals')}
              onChange={(digits) => form.set('decimals', digits ?? 0)}
            />
            <MoneyField
              label="Converted prices end on multiples of"
              currency={form.values.code}
              decimals={form.values.decimals}
              {...form.field('rounding')}
              onChange={(amount) => form.set('rounding', amount ?? 0)}
            />
            <PlaceField {...form.field('sort')} />
          </div>
        </>
      )}
    </EditDialog>
  )
}

export function LanguageDialog({ opened, onClose }: RowDialogProps<StaffLanguage>) {
  const { call } = useConsole()
  const code = opened?.data.code ?? ''
  const ifMatch = opened?.etag ?? ''
  const { id: _, ...known } = opened?.data ?? {
    ...{ id: 0, code: '', name: '', english_name: '', direction: 'ltr' as const, sort: 0 },
  }
  return (
    <EditDialog
      title={opened ? opened.data.english_name : 'Add a language'}
      button={opened ? 'Save language' : 'Add language'}
      isNew={!opened}
      initial={known as Omit<StaffLanguage, 'id'>}
      about={`languages/${code}`}
      reload={opened?.reload}
      says="What has no words in it is shown in English."
      done={opened ? 'Language saved' : 'Language added'}
      onClose={onClose}
      send={(changed, values) =>
        opened ? call(editLanguage, { ...changed, code }, { ifMatch }) : call(createLanguage, values)
      }
      remove={
        opened && code !== 'en'
          ? { button: 'Remove', done: 'Language removed', run: () => call(removeLanguage, { code }, { ifMatch }) }
          : undefined
      }
    >
      {(form) => (
        <div className={styles.two}>
          <TextField label="Name in its own words" maxLength={60} dir="auto" {...form.field('name')} />
          <TextField label="Name in English" maxLength={60} {...form.field('english_name')} />
          <TextField
            label="Code"
            hint="Such as de or pt-BR"
            dir="ltr"
            readOnly={Boolean(opened)}
            {...form.field('code')}
          />
          <SelectField
            label="Written"
            options={[
              { value: 'ltr', name: 'From left to right' },
              { value: 'rtl', name: 'From right to left' },
            ]}
            {...form.field('direction')}
          />
          <PlaceField {...form.field('sort')} />
        </div>
      )}
    </EditDialog>
  )
}
