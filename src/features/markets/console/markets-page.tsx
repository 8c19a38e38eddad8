import { useMemo } from 'react'
import { loadAll } from '#console/data/load-all.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import { EditDialog } from '#console/form/edit-dialog.tsx'
import { EditList } from '#console/form/edit-list.tsx'
import type { RowDialogProps } from '#console/form/row-dialog.tsx'
import type { Form } from '#console/form/use-form.ts'
import styles from '#console/settings/settings.module.css'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { Status, type StatusBadge } from '#console/ui/content/status.tsx'
import { ManyCombobox } from '#console/ui/fields/combobox.tsx'
import { AreaField, PlaceField, SelectField, TextField } from '#console/ui/fields/field.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import { loadCurrencies } from '#features/settings/console/parts/load-currencies.ts'
import { countryCodes } from '#features/settings/country-codes.rules.ts'
import { formatCountry, listCountryNames } from '#features/settings/country-names.rules.ts'
import {
  createMarket,
  editMarket,
  getMarket,
  listMarkets,
  removeMarket,
  type StaffMarket,
} from '../markets.staff.contract.ts'
import { listShippingMethods, type ShippingMethod } from '../shipping-methods.staff.contract.ts'
import { type MarketValues, toMarketId, toMarketValues, toSentMarket } from './market-values.rules.ts'

export async function loadMarkets({ context }: { context: ConsoleContext }) {
  const [markets, methods, currencies] = await Promise.all([
    loadAll(context.load, listMarkets, {}),
    loadAll(context.load, listShippingMethods, {}),
    loadCurrencies(context),
  ])
  return {
    markets: [...markets].sort((a, b) => a.sort - b.sort || (a.id < b.id ? -1 : 1)),
    methods,
    currencies: currencies.map(({ code }) => code),
  }
}

const badges: Record<StaffMarket['status'], StatusBadge> = {
  active: { name: 'Active', tone: 'success', gauge: 1 },
  draft: { name: 'Draft', tone: 'warning', gauge: 0 },
}

const countOf = (amount: number, one: string, many: string) => `${amount} ${amount === 1 ? one : many}`

/** Renders the markets of the shop, and the countries that belong to no market. */
export function MarketsPage() {
  const { markets, methods, currencies } = usePageData<typeof loadMarkets>(settingsLinks.markets)
  const mayWrite = allowsScope(useMe().scopes, 'settings:write')
  return (
    <SettingsPage
      follows="settings"
      title="Markets"
      about="A market is a group of countries with one currency and its own shipping methods. Each country belongs to one market."
    >
      <EditList
        title="Markets"
        addName="Add market"
        mayWrite={mayWrite}
        columns={[{ name: 'Market' }, { name: 'Currency' }, { name: 'Tax' }, { name: 'Shipping' }, { name: 'Status' }]}
        rows={markets}
        empty={{ title: 'Sell to your first country', text: 'Shoppers can only order to countries of a market.' }}
        call={getMarket}
        toInput={({ id }) => ({ id })}
        nameOf={({ name }) => name}
        cells={(market) => <MarketCells market={market} methods={methods} />}
        dialog={(props) => <MarketDialog {...props} currencies={currencies} />}
      />
      <NotSoldTo markets={markets} />
    </SettingsPage>
  )
}

function MarketCells({ market, methods }: { market: StaffMarket; methods: ShippingMethod[] }) {
  const offered = methods.filter(({ market_id, is_active }) => market_id === market.id && is_active).length
  return (
    <>
      <td>
        <span className={styles.strong}>{market.name}</span>{' '}
        <span className={styles.third}>{countOf(market.countries.length, 'country', 'countries')}</span>
      </td>
      <td>{market.currency}</td>
      <td>{market.tax_display === 'included' ? 'Included' : 'Added at checkout'}</td>
      <td>{countOf(offered, 'method', 'methods')}</td>
      <td>
        <Status badge={badges[market.status]} />
      </td>
    </>
  )
}

function NotSoldTo({ markets }: { markets: StaffMarket[] }) {
  const { currency } = useConsole().shop
  const sold = new Set(markets.flatMap(({ countries }) => countries.map(({ country }) => country)))
  const others = countryCodes.filter((code) => !sold.has(code))
  if (others.length === 0) return null
  return (
    <Panel title="Not sold to">
      <p className={styles.hint}>
        Shoppers in {countOf(others.length, 'country', 'countries')} can browse in {currency} but cannot check out.
      </p>
      <details>
        <summary>Show all</summary>
        <p className={styles.hint}>{others.map((code) => formatCountry(code)).join(', ')}</p>
      </details>
    </Panel>
  )
}

function MarketDialog({ opened, currencies, onClose }: RowDialogProps<StaffMarket> & { currencies: string[] }) {
  const { call, shop } = useConsole()
  const id = opened?.data.id ?? ''
  const ifMatch = opened?.etag ?? ''
  type Edit = Parameters<typeof call<typeof editMarket>>[1]
  type Create = Parameters<typeof call<typeof createMarket>>[1]
  return (
    <EditDialog<MarketValues>
      title={opened ? opened.data.name : 'Add a market'}
      button={opened ? 'Save market' : 'Add market'}
      isNew={!opened}
      initial={toMarketValues(opened?.data, shop.currency)}
      about={`markets/${id}`}
      reload={opened?.reload}
      says="Orders that were placed keep their prices."
      done={opened ? 'Market saved' : 'Market added'}
      onClose={onClose}
      send={(changed, values) =>
        opened
          ? call(editMarket, { ...toSentMarket(changed, values), id } as Edit, { ifMatch })
          : call(createMarket, { ...toSentMarket(values, values), id: toMarketId(values.name) } as Create)
      }
      remove={
        opened && { button: 'Remove', done: 'Market removed', run: () => call(removeMarket, { id }, { ifMatch }) }
      }
    >
      {(form) => <MarketFields form={form} currencies={currencies} />}
    </EditDialog>
  )
}

type FieldsProps = { form: Pick<Form<MarketValues>, 'values' | 'field'>; currencies: string[] }

function MarketFields({ form, currencies }: FieldsProps) {
  const countries = useMemo(
    () => listCountryNames(countryCodes, 'en').map(({ code, name }) => ({ value: code, name, detail: code })),
    [],
  )
  const offered = [...new Set([form.values.currency, ...currencies])]
  return (
    <>
      <div className={styles.two}>
        <TextField label="Name" maxLength={60} {...form.field('name')} />
        <SelectField
          label="Status"
          options={[
            { value: 'draft', name: 'Draft: shoppers cannot check out' },
            { value: 'active', name: 'Active' },
          ]}
          {...form.field('status')}
        />
        <SelectField
          label="Currency"
          options={offered.map((code) => ({ value: code, name: code }))}
          {...form.field('currency')}
        />
        <SelectField
          label="Tax display"
          options={[
            { value: 'included', name: 'Included in prices' },
            { value: 'added', name: 'Added at checkout' },
          ]}
          {...form.field('tax_display')}
        />
        <PlaceField {...form.field('sort')} />
      </div>
      <ManyCombobox label="Countries" placeholder="Find a country" choices={countries} {...form.field('countries')} />
      <AreaField
        label="Postal codes not delivered to"
        hint="One line for each country, with the beginnings of its postal codes, such as GB: BT, GY"
        rows={2}
        {...form.field('postcodes')}
      />
    </>
  )
}
