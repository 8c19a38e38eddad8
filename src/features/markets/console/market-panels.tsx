import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Form } from '#console/form/use-form.ts'
import settings from '#console/settings/settings.module.css'
import { useConsole } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Segmented } from '#console/ui/buttons/segmented.tsx'
import { Tag } from '#console/ui/content/tag.tsx'
import { Check } from '#console/ui/fields/check.tsx'
import { ManyCombobox } from '#console/ui/fields/combobox.tsx'
import { NumberField, SelectField, TextField } from '#console/ui/fields/field.tsx'
import { TagField } from '#console/ui/fields/tag-field.tsx'
import { Money } from '#console/ui/format/money.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import type { StaffMoney } from '#contract/calls/staff-call.ts'
import { convertPrice } from '#features/catalogue/prices.rules.ts'
import { listEndingChoices } from '#features/settings/console/parts/ending-choices.ts'
import type { CountryName } from '#features/settings/country-names.rules.ts'
import type { StaffCurrency, StaffLanguage } from '#features/settings/settings.staff.contract.ts'
import { maxExcludedPostcodes } from '../markets.staff.contract.ts'
import { normalizePostcode } from '../shipping.rules.ts'
import type { MarketForm } from './market-form.rules.ts'
import styles from './market-page.module.css'
import { toPricedCurrency } from './shopper-preview.rules.ts'

type Props = { form: Form<MarketForm>; mayWrite: boolean }

/** The countries of a large market, such as Worldwide, are shown as one choice instead of a row for each country. */
const maxRows = 30

/** Renders the countries of a market with the postal codes that the shop does not deliver to. */
export function CountriesPanel({ form, mayWrite, names }: Props & { names: CountryName[] }) {
  const { countries } = form.values
  const [isAdding, setAdding] = useState(countries.length === 0)
  const isLong = countries.length > maxRows
  const codes = countries.map(({ country }) => country)
  const byCode = new Map(countries.map((one) => [one.country, one]))
  const nameOf = (country: string) => names.find(({ code }) => code === country)?.name ?? country
  function choose(chosen: string[]) {
    const rows = chosen.map((country) => byCode.get(country) ?? { country, excluded_postcodes: [] })
    form.set(
      'countries',
      rows.sort((one, other) => (one.country < other.country ? -1 : 1)),
    )
  }
  const shown = isLong ? countries.filter((one) => one.excluded_postcodes.length > 0) : countries
  return (
    <Panel
      title="Countries and regions"
      actions={
        mayWrite && (
          <Button tone="quiet" size="small" icon={Plus} onClick={() => setAdding(true)}>
            Add country
          </Button>
        )
      }
    >
      <div className={styles.countries}>
        {isLong && (
          <details>
            <summary>{countries.length} countries and regions</summary>
            <p className={settings.hint}>{codes.map(nameOf).join(', ')}</p>
          </details>
        )}
        {isAdding && mayWrite && (
          <ManyCombobox
            label={isLong ? 'Countries' : 'Add a country'}
            placeholder="Find a country"
            choices={names
              .filter(({ code }) => isLong || !byCode.has(code))
              .map(({ code, name }) => ({ value: code, name, detail: code }))}
            value={isLong ? codes : []}
            onChange={(chosen) => choose(isLong ? chosen : [...codes, ...chosen])}
            error={form.field('countries').error}
          />
        )}
        {!(isAdding && mayWrite) && form.field('countries').error && (
          <p role="alert" className={settings.warning}>
            {form.field('countries').error}
          </p>
        )}
        {shown.map(({ country, excluded_postcodes }) => {
          const name = nameOf(country)
          return (
            <div key={country} className={styles.country}>
              <div className={styles.line}>
                <Tag>{country}</Tag>
                <span className={styles.name}>{name}</span>
                {mayWrite && (
                  <Button
                    tone="quiet"
                    size="small"
                    aria-label={`Remove ${name}`}
                    onClick={() => choose(codes.filter((code) => code !== country))}
                  >
                    Remove
                  </Button>
                )}
              </div>
              {(mayWrite || excluded_postcodes.length > 0) && (
                <TagField
                  label={
                    <>
                      Postal codes not delivered to<span className="visually-hidden"> in {name}</span>
                    </>
                  }
                  hint="Starts with, for example BT for Northern Ireland"
                  known={[]}
                  max={maxExcludedPostcodes}
                  maxLength={12}
                  value={excluded_postcodes}
                  onChange={(tags) =>
                    form.set(
                      'countries',
                      countries.map((one) =>
                        one.country === country
                          ? { country, excluded_postcodes: [...new Set(tags.map(normalizePostcode))] }
                          : one,
                      ),
                    )
                  }
                />
              )}
            </div>
          )
        })}
      </div>
    </Panel>
  )
}

type CurrencyProps = Props & { currencies: StaffCurrency[]; languages: StaffLanguage[]; isFixed: boolean }

/** Renders the currency of the market, which stays once there is an order in it, its language and its tax display. */
export function CurrencyPanel({ form, mayWrite, currencies, languages, isFixed }: CurrencyProps) {
  const { currency } = form.values
  const nameOf = ({ name, code }: StaffCurrency) => `${name} (${code})`
  const chosen = currencies.find(({ code }) => code === currency)
  return (
    <Panel title="Currency and language">
      <fieldset className={settings.column} disabled={!mayWrite} aria-label="Currency and language">
        <div className={settings.two}>
          {isFixed ? (
            <TextField
              label="Currency"
              hint="Stays once there is an order"
              readOnly
              value={chosen ? nameOf(chosen) : currency}
              onChange={() => {}}
            />
          ) : (
            <SelectField
              label="Currency"
              options={currencies.map((one) => ({ value: one.code, name: nameOf(one) }))}
              {...form.field('currency')}
              onChange={(code) => chooseCurrency(form, currencies, code)}
            />
          )}
          <SelectField
            label="Default language"
            options={[
              { value: '', name: 'The visitor’s language' },
              ...languages.map(({ code, english_name }) => ({ value: code, name: english_name })),
            ]}
            {...form.field('language')}
          />
        </div>
        <div className={styles.group}>
          <span className={styles.label}>Tax display</span>
          <Segmented
            label="Tax display"
            parts={[
              { value: 'included', name: 'Included in prices' },
              { value: 'added', name: 'Added at checkout' },
            ]}
            value={form.values.tax_display}
            onChange={(value) => form.set('tax_display', value)}
          />
        </div>
      </fieldset>
    </Panel>
  )
}

/** Chooses a currency, whose price rule replaces the one of the earlier currency. */
function chooseCurrency(form: Form<MarketForm>, currencies: StaffCurrency[], code: string): void {
  const chosen = currencies.find((one) => one.code === code)
  if (!chosen) return
  const { price_rule, price_ending, price_adjustment } = chosen
  form.fill({ currency: code, price_rule, price_ending, price_adjustment })
}

/** A product whose price is the example. Its price is in the shop's own currency. */
export type Example = { name: string; price: StaffMoney }

type PricesProps = Props & { currencies: StaffCurrency[]; example: Example | null; isFixed: boolean }

/** Renders the price rule of the market's currency, with an example. */
export function PricesPanel({ form, mayWrite, currencies, example, isFixed }: PricesProps) {
  const { currency: home } = useConsole().shop
  const { currency, price_rule, price_ending, price_adjustment } = form.values
  const isHome = currency === home
  const to = currencies.find(({ code }) => code === currency)
  const from = currencies.find(({ code }) => code === home)
  const homeName = from?.name ?? home
  const radio = (value: typeof price_rule | 'base') => ({
    ...{ type: 'radio', name: 'price-rule', isChecked: isHome ? value === 'base' : value === price_rule },
  })
  return (
    <Panel title="Prices" beside={<span className={settings.third}>For every market in {currency}</span>}>
      <div className={styles.prices}>
        <fieldset className={styles.rules} disabled={!mayWrite} aria-label="Prices">
          <Check
            {...radio('base')}
            label={`Base prices in ${home}`}
            hint={`Shown and charged in ${homeName}`}
            disabled={!isHome && isFixed}
            onChange={() => chooseCurrency(form, currencies, home)}
          />
          <Check
            {...radio('converted')}
            label={`Converted from ${home}`}
            hint="Follows the daily rate, rounded to the ending. Own prices still win."
            disabled={isHome}
            onChange={() => form.set('price_rule', 'converted')}
          />
          <Check
            {...radio('own')}
            label="Own prices only"
            hint={`A product without a ${isHome ? 'price in the currency of the market' : `${currency} price`} is not sold there`}
            disabled={isHome}
            onChange={() => form.set('price_rule', 'own')}
          />
        </fieldset>
        {!isHome && price_rule === 'converted' && to && from && (
          <div className={settings.column}>
            <fieldset className={settings.pair} disabled={!mayWrite} aria-label="Rounding">
              <SelectField label="Ending" options={listEndingChoices(to)} {...form.field('price_ending')} />
              <NumberField
                label="Adjustment"
                inputMode="decimal"
                step="any"
                unit="%"
                {...form.field('price_adjustment')}
                value={price_adjustment / percent}
                onChange={(typed) => form.set('price_adjustment', Math.round((typed ?? 0) * percent))}
              />
            </fieldset>
            <ExampleRows
              from={from}
              to={{ ...to, price_rule, price_ending, price_adjustment }}
              example={
                example ?? { name: 'A product for', price: { amount: 100 * 10 ** from.decimals, currency: home } }
              }
            />
          </div>
        )}
      </div>
    </Panel>
  )
}

/** An adjustment is stored in thousandths of a percent. */
const percent = 1000

/** Renders the example with the conversion of the shop. */
function ExampleRows({ from, to, example }: { from: StaffCurrency; to: StaffCurrency; example: Example }) {
  const { amount } = example.price
  const plain = { ...to, price_ending: 'none', price_adjustment: 0, rounding: 1 } as const
  const convert = (rule: StaffCurrency) => ({
    amount: convertPrice(amount, toPricedCurrency(from), toPricedCurrency(rule)),
    currency: to.code,
  })
  const rate = to.rate / from.rate
  return (
    <dl className={styles.example}>
      <div>
        <dt>{example.name}</dt>
        <dd>
          <Money of={example.price} />
        </dd>
      </div>
      <div>
        <dt>at {Number(rate.toPrecision(4))}</dt>
        <dd>
          <Money of={convert(plain)} />
        </dd>
      </div>
      <div className={styles.shown}>
        <dt>Shown</dt>
        <dd>
          <Money of={convert(to)} />
        </dd>
      </div>
    </dl>
  )
}
