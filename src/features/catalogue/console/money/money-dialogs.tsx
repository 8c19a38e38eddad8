import { EditDialog } from '#console/form/edit-dialog.tsx'
import type { RowDialogProps } from '#console/form/row-dialog.tsx'
import type { Form } from '#console/form/use-form.ts'
import styles from '#console/settings/settings.module.css'
import { useConsole } from '#console/shell/console-context.ts'
import { NumberField, PlaceField, SelectField, TextField } from '#console/ui/fields/field.tsx'
import { MoneyField } from '#console/ui/fields/money-field.tsx'
import { listEndingChoices } from '#features/settings/console/parts/ending-choices.ts'
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

/** The form values. An empty rate is null. */
type Currency = Omit<StaffCurrency, 'rate' | 'rate_as_of' | 'rate_source'> & { rate: number | null }

const newCurrency: Currency = {
  ...{ code: '', name: '', symbol_left: '', symbol_right: '', decimals: 2, rounding: 1, sort: 0 },
  ...{ price_rule: 'converted', price_ending: 'none', price_adjustment: 0 },
  rate: null,
}

function toCurrency({ rate_as_of: _, rate_source: __, ...known }: StaffCurrency): Currency {
  return known
}

export function CurrencyDialog({ opened, onClose }: RowDialogProps<StaffCurrency>) {
  const { call, shop } = useConsole()
  const code = opened?.data.code ?? ''
  const ifMatch = opened?.etag ?? ''
  type Sent = Omit<StaffCurrency, 'rate_as_of' | 'rate_source'>
  return (
    <EditDialog
      title={opened ? opened.data.name : 'Add a currency'}
      button={opened ? 'Save currency' : 'Add currency'}
      isNew={!opened}
      initial={opened ? toCurrency(opened.data) : newCurrency}
      about={`currencies/${code}`}
      reload={opened?.reload}
      says="Converted prices change immediately. Prices set by hand stay the same."
      done={opened ? 'Currency saved' : 'Currency added'}
      onClose={onClose}
      send={(changed, values) =>
        opened
          ? call(editCurrency, { ...(changed as Partial<Sent>), code }, { ifMatch })
          : call(createCurrency, values as Sent)
      }
      remove={
        opened && code !== shop.currency
          ? { button: 'Remove', done: 'Currency removed', run: () => call(removeCurrency, { code }, { ifMatch }) }
          : undefined
      }
    >
      {(form) => <CurrencyFields form={form} isKnown={Boolean(opened)} />}
    </EditDialog>
  )
}

function CurrencyFields({ form, isKnown }: { form: Form<Currency>; isKnown: boolean }) {
  const { code, decimals, price_rule, price_adjustment } = form.values
  const { currency: homeCurrency } = useConsole().shop
  const isHome = isKnown && code === homeCurrency
  return (
    <>
      <div className={styles.two}>
        <TextField
          label="Code"
          hint="Three-letter currency code, such as EUR"
          maxLength={3}
          dir="ltr"
          readOnly={isKnown}
          {...form.field('code')}
          onChange={(text) => form.set('code', text.toUpperCase())}
        />
        <TextField label="Name" maxLength={60} {...form.field('name')} />
        <TextField
          label="Symbol before the amount"
          hint="The shopper’s language decides on which side it is shown."
          maxLength={6}
          placeholder="$"
          {...form.field('symbol_left')}
        />
        <TextField label="Symbol after the amount" maxLength={6} placeholder=" kr" {...form.field('symbol_right')} />
      </div>
      <div className={styles.two}>
        <NumberField
          label={`Rate: for 1 ${homeCurrency}`}
          inputMode="decimal"
          step="any"
          unit={code}
          readOnly={isHome}
          {...form.field('rate')}
        />
        <NumberField
          label="Decimal places"
          hint={isKnown ? 'Cannot be changed, because stored amounts use them' : 'Cannot be changed later'}
          min={0}
          max={4}
          readOnly={isKnown}
          {...form.field('decimals')}
          onChange={(digits) => form.set('decimals', digits ?? 0)}
        />
        <MoneyField
          label="Round converted prices to multiples of"
          currency={code}
          decimals={decimals}
          {...form.field('rounding')}
          onChange={(amount) => form.set('rounding', amount ?? 0)}
        />
        <PlaceField {...form.field('sort')} />
      </div>
      {!isHome && (
        <div className={styles.two}>
          <SelectField
            label="Prices"
            hint={
              price_rule === 'own'
                ? 'A product without its own price is not sold in this currency'
                : 'Prices follow the rate. A price set by hand wins'
            }
            options={[
              { value: 'converted', name: `Converted from ${homeCurrency}` },
              { value: 'own', name: 'Own prices only' },
            ]}
            {...form.field('price_rule')}
          />
          {price_rule === 'converted' && (
            <>
              <SelectField
                label="Ending"
                hint="Converted prices are rounded to the nearest price with this ending"
                options={listEndingChoices(form.values)}
                {...form.field('price_ending')}
              />
              <NumberField
                label="Adjustment"
                hint="Added to converted prices before the ending"
                inputMode="decimal"
                step="any"
                unit="%"
                {...form.field('price_adjustment')}
                value={price_adjustment / thousandths}
                onChange={(percent) => form.set('price_adjustment', Math.round((percent ?? 0) * thousandths))}
              />
            </>
          )}
        </div>
      )}
    </>
  )
}

/** An adjustment is stored in thousandths of a percent. */
const thousandths = 1000

const newLanguage: StaffLanguage = { id: 0, code: '', name: '', english_name: '', direction: 'ltr', sort: 0 }

export function LanguageDialog({ opened, onClose }: RowDialogProps<StaffLanguage>) {
  const { call } = useConsole()
  const code = opened?.data.code ?? ''
  const ifMatch = opened?.etag ?? ''
  const { id: _, ...known } = opened?.data ?? newLanguage
  return (
    <EditDialog
      title={opened ? opened.data.english_name : 'Add a language'}
      button={opened ? 'Save language' : 'Add language'}
      isNew={!opened}
      initial={known}
      about={`languages/${code}`}
      reload={opened?.reload}
      says="Texts without a translation are shown in English."
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
          <TextField label="Name in the language itself" maxLength={60} dir="auto" {...form.field('name')} />
          <TextField label="Name in English" maxLength={60} {...form.field('english_name')} />
          <TextField
            label="Code"
            hint="Such as de or pt-BR"
            dir="ltr"
            readOnly={Boolean(opened)}
            {...form.field('code')}
          />
          <SelectField
            label="Text direction"
            options={[
              { value: 'ltr', name: 'Left to right' },
              { value: 'rtl', name: 'Right to left' },
            ]}
            {...form.field('direction')}
          />
          <PlaceField {...form.field('sort')} />
        </div>
      )}
    </EditDialog>
  )
}
