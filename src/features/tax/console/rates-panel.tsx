import { Eye, EyeOff, MoreHorizontal, Plus } from 'lucide-react'
import { useState } from 'react'
import { EditDialog } from '#console/form/edit-dialog.tsx'
import { type RowDialogProps, useRowDialog } from '#console/form/row-dialog.tsx'
import { useConsole } from '#console/shell/console-context.ts'
import { useKeys } from '#console/shell/use-keys.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Menu } from '#console/ui/buttons/menu.tsx'
import { Note, Refusal } from '#console/ui/content/note.tsx'
import { Tag } from '#console/ui/content/tag.tsx'
import { SelectField, TextField } from '#console/ui/fields/field.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { currentRow, endCell, Table } from '#console/ui/layout/table.tsx'
import { CountryField } from '#features/settings/console/parts/country-field.tsx'
import { formatCountry } from '#features/settings/country-names.rules.ts'
import { joinClasses } from '#ui/content/join-classes.ts'
import {
  createTaxRate,
  editTaxRate,
  getTaxRate,
  removeTaxRate,
  type TaxCategory,
  type TaxRate,
  type TaxRegistration,
} from '../tax.staff.contract.ts'
import { countriesByRegion } from '../tax-places.rules.ts'
import { formatTaxRate } from '../tax-rates.rules.ts'
import {
  findFiling,
  formatTaxDay,
  isEnded,
  listShownRates,
  nameCategory,
  parseTaxRate,
  type ShownRate,
} from './tax-page.rules.ts'
import styles from './taxes-page.module.css'

type Props = {
  home: string
  mayWrite: boolean
  today: string
  rates: TaxRate[]
  registrations: TaxRegistration[]
  categories: TaxCategory[]
  destination: string
  onDestination: (country: string) => void
}

/** 11: the rows that fit without scrolling on a laptop. */
const maxShown = 11

const columns = [
  { name: 'Country' },
  { name: 'Category' },
  { name: 'Rate', isEnd: true },
  { name: 'Valid from', shown: <span className={styles.afterNumber}>Valid from</span> },
  { name: 'Valid until' },
  { name: 'Filed with', shown: <span className={styles.filed}>Filed with</span> },
  { name: 'More', isNameHidden: true },
]

/** Renders the rates by country. The row of the preview's country has the cursor. */
export function RatesPanel(props: Props) {
  const { home, mayWrite, today, rates, categories, destination, onDestination } = props
  const [hasEnded, setHasEnded] = useState(false)
  const [isExpanded, setExpanded] = useState(false)
  const rowDialog = useRowDialog(getTaxRate, (dialog) => <RateDialog {...dialog} categories={categories} />)
  const all = listShownRates(rates, { home, today, hasEnded })
  const rows = isExpanded ? all : all.slice(0, maxShown)
  const countries = [...new Set(rows.map(({ rate }) => rate.country))]
  const move = (by: number) => {
    const next = countries[countries.indexOf(destination) + by]
    if (next) onDestination(next)
  }
  useKeys({ j: () => move(1), k: () => move(-1) })
  const countryCount = new Set(rates.map(({ country }) => country)).size
  return (
    <Panel
      title="Rates"
      isFlush
      beside={
        <span className={styles.asOf}>
          {countryCount} {countryCount === 1 ? 'country' : 'countries'}, {rates.length}{' '}
          {rates.length === 1 ? 'rate' : 'rates'}
        </span>
      }
      actions={
        <>
          <Button tone="quiet" size="small" icon={hasEnded ? EyeOff : Eye} onClick={() => setHasEnded(!hasEnded)}>
            {hasEnded ? 'Hide ended' : 'Show ended'}
          </Button>
          {mayWrite && (
            <Button tone="quiet" size="small" icon={Plus} onClick={rowDialog.add}>
              Add rate
            </Button>
          )}
        </>
      }
    >
      <Refusal problem={rowDialog.problem} />
      {rates.length === 0 ? (
        <Note tone="warning">No rates. Orders to these countries stay untaxed.</Note>
      ) : (
        <Table label="Rates" isCompact columns={columns}>
          {rows.map((row) => (
            <RateRow key={row.rate.id} {...props} row={row} onEdit={() => rowDialog.open({ id: row.rate.id })} />
          ))}
        </Table>
      )}
      <div className={styles.foot}>
        <span>Adding a rate ends the current one the day before. Orders keep the rate they were placed with.</span>
        {all.length > maxShown && (
          <Button tone="quiet" size="small" onClick={() => setExpanded(!isExpanded)}>
            {isExpanded ? 'Show fewer' : `Show all ${all.length}`}
          </Button>
        )}
      </div>
      {rowDialog.dialog}
    </Panel>
  )
}

type RowProps = Props & { row: ShownRate; onEdit: () => unknown }

function RateRow({ row: { rate, isFirst }, onEdit, ...props }: RowProps) {
  const { home, mayWrite, today, registrations, categories, destination, onDestination } = props
  const ended = isEnded(rate, today)
  const name = `${formatCountry(rate.country)} ${rate.region} ${nameCategory(rate.category, categories)}`
  return (
    <tr className={rate.country === destination && isFirst ? currentRow : undefined} title={rate.source || undefined}>
      <td>
        {isFirst && (
          <button type="button" className={styles.place} onClick={() => onDestination(rate.country)}>
            {formatCountry(rate.country)}
            {rate.region && <span className={styles.region}> {rate.region}</span>}
          </button>
        )}
      </td>
      <td className={styles.second}>{nameCategory(rate.category, categories)}</td>
      <td className={joinClasses(endCell, ended ? styles.third : styles.strong)}>{formatTaxRate(rate.rate)}</td>
      <td className={joinClasses(styles.afterNumber, styles.second)}>{formatTaxDay(rate.valid_from)}</td>
      <td className={rate.valid_until ? styles.second : styles.third}>
        {rate.valid_until ? formatTaxDay(rate.valid_until) : 'No end date'} {ended && <Tag>Ended</Tag>}
      </td>
      <td className={joinClasses(styles.filed, styles.second)}>
        {findFiling(rate, registrations, home, today) ?? <span className={styles.third}>Not registered</span>}
      </td>
      <td className={endCell}>
        <Menu
          label={`More about ${name}`}
          icon={MoreHorizontal}
          isLabelHidden
          tone="quiet"
          size="small"
          items={[
            ...(mayWrite ? [{ name: 'Edit rate', run: onEdit }] : []),
            { name: 'Preview this country', run: () => onDestination(rate.country) },
          ]}
        />
      </td>
    </tr>
  )
}

type RateValues = {
  country: string
  region: string
  category: string
  name: string
  rate: string
  valid_from: string
  valid_until: string
}

const freshRate: RateValues = {
  ...{ country: '', region: '', category: '', name: 'VAT', rate: '', valid_from: '', valid_until: '' },
}

const toRateValues = (rate: TaxRate | undefined): RateValues =>
  rate
    ? {
        ...{ country: rate.country, region: rate.region, category: rate.category ?? '', name: rate.name },
        ...{ rate: String(rate.rate / 1000), valid_from: rate.valid_from, valid_until: rate.valid_until ?? '' },
      }
    : freshRate

/** An invalid rate is sent as -1, so that the server names the field. */
const toSentRate = (text: string) => parseTaxRate(text) ?? -1

function RateDialog({ opened, onClose, categories }: RowDialogProps<TaxRate> & { categories: TaxCategory[] }) {
  const { call } = useConsole()
  const id = opened?.data.id ?? ''
  const ifMatch = opened?.etag ?? ''
  return (
    <EditDialog<RateValues>
      title={opened ? `Rate of ${formatCountry(opened.data.country)}` : 'Add a rate'}
      button={opened ? 'Save rate' : 'Add rate'}
      isNew={!opened}
      initial={toRateValues(opened?.data)}
      about={`tax-rates/${id}`}
      reload={opened?.reload}
      says={
        opened
          ? 'Orders keep the rate they were placed with.'
          : 'Adding a rate ends the current one the day before. Orders keep the rate they were placed with.'
      }
      done={opened ? 'Rate saved' : 'Rate added'}
      onClose={onClose}
      send={(changed, values) =>
        opened
          ? call(
              editTaxRate,
              {
                id,
                ...(changed.name !== undefined && { name: values.name }),
                ...(changed.rate !== undefined && { rate: toSentRate(values.rate) }),
                ...(changed.valid_from !== undefined && { valid_from: values.valid_from }),
                ...(changed.valid_until !== undefined && { valid_until: values.valid_until || null }),
              },
              { ifMatch },
            )
          : call(createTaxRate, {
              ...values,
              category: values.category || null,
              rate: toSentRate(values.rate),
              valid_until: values.valid_until || null,
            })
      }
      remove={
        opened && {
          button: 'Remove',
          done: 'Rate removed',
          run: () => call(removeTaxRate, { id }, { ifMatch }),
        }
      }
    >
      {(form) => (
        <div className={styles.two}>
          {!opened && <CountryField {...form.field('country')} />}
          {!opened && (countriesByRegion.includes(form.values.country) || form.values.country === 'CA') && (
            <TextField
              label="State or province"
              hint="Two letters, such as CA"
              maxLength={3}
              {...form.field('region')}
            />
          )}
          {!opened && (
            <SelectField
              label="Category"
              options={[
                { value: '', name: 'All products' },
                ...categories.map(({ code, name }) => ({ value: code, name })),
              ]}
              {...form.field('category')}
            />
          )}
          <TextField label="Rate" unit="%" inputMode="decimal" dir="ltr" maxLength={8} {...form.field('rate')} />
          <TextField label="Name on invoices" maxLength={40} {...form.field('name')} />
          <TextField label="Valid from" type="date" {...form.field('valid_from')} />
          <TextField label="Valid until" type="date" hint="Empty: no end date" {...form.field('valid_until')} />
        </div>
      )}
    </EditDialog>
  )
}
