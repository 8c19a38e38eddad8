import { EditDialog } from '#console/form/edit-dialog.tsx'
import { EditList } from '#console/form/edit-list.tsx'
import type { RowDialogProps } from '#console/form/row-dialog.tsx'
import type { Form } from '#console/form/use-form.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { Tag } from '#console/ui/content/tag.tsx'
import { SelectField, TextField } from '#console/ui/fields/field.tsx'
import { MoneyField } from '#console/ui/fields/money-field.tsx'
import { CountryField } from '#features/settings/console/parts/country-field.tsx'
import {
  createTaxRegistration,
  editTaxRegistration,
  getTaxRegistration,
  removeTaxRegistration,
  type TaxRegistration,
} from '../tax.staff.contract.ts'
import { countriesByRegion } from '../tax-places.rules.ts'
import { describeUse, formatTaxDay, isEnded, nameRegistration } from './tax-page.rules.ts'
import styles from './taxes-page.module.css'

const columns = [{ name: 'Where' }, { name: 'Number' }, { name: 'Used for' }, { name: 'Since' }, { name: 'Status' }]

type Props = { registrations: TaxRegistration[]; mayWrite: boolean; today: string; home: string }

/** Renders the tax registrations of the seller. */
export function RegistrationsPanel({ registrations, mayWrite, today, home }: Props) {
  return (
    <EditList
      title="Registrations"
      addName="Add registration"
      mayWrite={mayWrite}
      isCompact
      columns={columns}
      rows={registrations.toSorted((a, b) => a.valid_from.localeCompare(b.valid_from))}
      empty={{
        title: 'No registrations',
        text: 'Orders to other countries leave without their tax. Add the One-Stop Shop or a country when you are registered.',
      }}
      call={getTaxRegistration}
      toInput={({ id }) => ({ id })}
      nameOf={nameRegistration}
      cells={(one) => (
        <>
          <td className={styles.strong}>{nameRegistration(one)}</td>
          <td className={styles.number}>{one.number || <span className={styles.third}>None</span>}</td>
          <td className={styles.second}>{describeUse(one)}</td>
          <td className={styles.second}>{formatTaxDay(one.valid_from)}</td>
          <td>
            <Status of={one} today={today} />
          </td>
        </>
      )}
      dialog={(props) => <RegistrationDialog {...props} home={home} />}
    />
  )
}

function Status({ of, today }: { of: TaxRegistration; today: string }) {
  if (isEnded(of, today)) return <Tag>Ended</Tag>
  if (of.valid_from > today) return <Tag tone="info">Starts {formatTaxDay(of.valid_from)}</Tag>
  return of.number === '' ? <Tag tone="warning">No number</Tag> : <Tag tone="success">Active</Tag>
}

type Values = {
  scheme: TaxRegistration['scheme']
  country: string
  region: string
  number: string
  limit_amount: number | null
  limit_currency: string
  valid_from: string
  valid_until: string
}

const toValues = (one: TaxRegistration | undefined, home: string): Values => ({
  scheme: one?.scheme ?? 'oss',
  country: one?.country ?? home,
  region: one?.region ?? '',
  number: one?.number ?? '',
  limit_amount: one?.limit?.amount ?? null,
  limit_currency: one?.limit?.currency ?? '',
  valid_from: one?.valid_from ?? '',
  valid_until: one?.valid_until ?? '',
})

const toLimit = ({ limit_amount: amount, limit_currency: currency }: Values) =>
  amount === null ? null : { amount, currency: currency.trim().toUpperCase() }

function RegistrationDialog({ opened, onClose, home }: RowDialogProps<TaxRegistration> & { home: string }) {
  const { call } = useConsole()
  const id = opened?.data.id ?? ''
  const ifMatch = opened?.etag ?? ''
  const toSent = (values: Values) => ({
    ...{ number: values.number, limit: toLimit(values) },
    ...{ valid_from: values.valid_from, valid_until: values.valid_until || null },
  })
  return (
    <EditDialog<Values>
      title={opened ? nameRegistration(opened.data) : 'Add a registration'}
      button={opened ? 'Save registration' : 'Add registration'}
      isNew={!opened}
      initial={toValues(opened?.data, home)}
      about={`tax-registrations/${id}`}
      reload={opened?.reload}
      says="New orders follow the registration. Placed orders keep their tax."
      done={opened ? 'Registration saved' : 'Registration added'}
      onClose={onClose}
      send={(_, values) =>
        opened
          ? call(editTaxRegistration, { id, ...toSent(values) }, { ifMatch })
          : call(createTaxRegistration, {
              ...{ scheme: values.scheme, country: values.country, region: values.region.trim().toUpperCase() },
              ...toSent(values),
            })
      }
      remove={
        opened && {
          button: 'Remove',
          done: 'Registration removed',
          run: () => call(removeTaxRegistration, { id }, { ifMatch }),
        }
      }
    >
      {(form) => <RegistrationFields form={form} isNew={!opened} />}
    </EditDialog>
  )
}

function RegistrationFields({ form, isNew }: { form: Form<Values>; isNew: boolean }) {
  const { scheme, country, limit_currency: currency } = form.values
  const isDestination = scheme === 'destination'
  return (
    <div className={styles.two}>
      {isNew && (
        <SelectField
          label="Registration"
          options={[
            { value: 'oss', name: 'EU One-Stop Shop' },
            { value: 'domestic', name: 'Own country' },
            { value: 'destination', name: 'Another country or US state' },
          ]}
          {...form.field('scheme')}
        />
      )}
      {isNew && <CountryField {...form.field('country')} />}
      {isNew && isDestination && countriesByRegion.includes(country) && (
        <TextField label="State" hint="Two letters, such as CA" maxLength={3} {...form.field('region')} />
      )}
      <TextField label="Number" dir="ltr" maxLength={40} {...form.field('number')} />
      {isDestination && (
        <>
          <TextField
            label="Currency of the limit"
            hint="Such as GBP"
            dir="ltr"
            maxLength={3}
            {...form.field('limit_currency')}
          />
          {/^[A-Z]{3}$/i.test(currency) && (
            <MoneyField
              label="Orders up to"
              hint="Empty: all orders"
              currency={currency.toUpperCase()}
              {...form.field('limit_amount')}
            />
          )}
        </>
      )}
      <TextField label="Valid from" type="date" {...form.field('valid_from')} />
      <TextField label="Valid until" type="date" hint="Empty: no end date" {...form.field('valid_until')} />
    </div>
  )
}
