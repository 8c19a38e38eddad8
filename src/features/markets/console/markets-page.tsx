import { useRouter } from '@tanstack/react-router'
import { ChevronRight, Plus } from 'lucide-react'
import { useState } from 'react'
import { loadAll } from '#console/data/load-all.ts'
import { usePageData, usePageSearch } from '#console/data/use-page-data.ts'
import { EditDialog } from '#console/form/edit-dialog.tsx'
import styles from '#console/settings/settings.module.css'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { Button } from '#console/ui/buttons/button.tsx'
import { EmptyView } from '#console/ui/content/empty-view.tsx'
import { Status } from '#console/ui/content/status.tsx'
import { Tag } from '#console/ui/content/tag.tsx'
import { ManyCombobox } from '#console/ui/fields/combobox.tsx'
import { SelectField, TextField } from '#console/ui/fields/field.tsx'
import { Money } from '#console/ui/format/money.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { endCell, Table } from '#console/ui/layout/table.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import { getStaffProduct, listStaffProducts } from '#features/catalogue/products.staff.contract.ts'
import { formatRounding } from '#features/settings/console/parts/ending-choices.ts'
import { countryCodes } from '#features/settings/country-codes.rules.ts'
import { type CountryName, listCountryNames } from '#features/settings/country-names.rules.ts'
import {
  listStaffCurrencies,
  listStaffLanguages,
  type StaffCurrency,
  type StaffLanguage,
} from '#features/settings/settings.staff.contract.ts'
import { createMarket, listMarkets, type StaffMarket } from '../markets.staff.contract.ts'
import { listShippingMethods, type ShippingMethod } from '../shipping-methods.staff.contract.ts'
import { marketBadges } from './market-badges.ts'
import page from './market-page.module.css'
import { type MarketValues, toMarketId, toMarketValues, toSentMarket } from './market-values.rules.ts'
import { findCheapestMethod } from './shopper-preview.rules.ts'
import { ShopperPreview } from './shopper-preview.tsx'

/** 5: enough products to compare prices in the preview. */
const maxPreviewed = 5

export async function loadMarkets({ context }: { context: ConsoleContext }) {
  const { load, me } = context
  const [markets, methods, currencies, languages, products] = await Promise.all([
    loadAll(load, listMarkets, {}),
    loadAll(load, listShippingMethods, {}),
    loadAll(load, listStaffCurrencies, {}),
    loadAll(load, listStaffLanguages, {}),
    allowsScope(me?.scopes, 'catalogue:read') ? load(listStaffProducts, { limit: maxPreviewed, status: 'live' }) : null,
  ])
  const shown = products?.data.data ?? []
  return {
    markets: [...markets].sort((a, b) => a.sort - b.sort || (a.id < b.id ? -1 : 1)),
    ...{ methods, currencies, languages },
    // The server sends the names, because a browser may name a country differently and fail to hydrate.
    names: listCountryNames(countryCodes, 'en'),
    products: await Promise.all(shown.map(async ({ handle }) => (await load(getStaffProduct, { handle })).data)),
  }
}

const countOf = (amount: number, one: string, many: string) => `${amount} ${amount === 1 ? one : many}`

const columns = [
  { name: 'Market' },
  { name: 'Currency' },
  { name: 'Prices' },
  { name: 'Tax' },
  { name: 'Languages' },
  { name: 'Shipping' },
  { name: 'Status' },
  { name: 'Open', isNameHidden: true },
]

/** Renders the markets of the shop, a preview for each country, and the countries that belong to no market. */
export function MarketsPage() {
  const { markets, methods, currencies, languages, names, products } = usePageData<typeof loadMarkets>(
    settingsLinks.markets,
  )
  const { country } = usePageSearch<{ country?: string }>(settingsLinks.markets)
  const mayWrite = allowsScope(useMe().scopes, 'settings:write')
  const [isAdding, setAdding] = useState(false)
  const count = markets.reduce((sum, market) => sum + market.countries.length, 0)
  return (
    <SettingsPage
      follows="settings"
      title="Markets"
      about="A market is a group of countries with one currency, price rule, and set of shipping methods. Each country belongs to one market."
      actions={
        mayWrite && (
          <Button tone="primary" icon={Plus} onClick={() => setAdding(true)}>
            Add market
          </Button>
        )
      }
    >
      <Panel
        title="Markets"
        isFlush
        beside={
          <span className={styles.third}>
            {countOf(count, 'country', 'countries')} in {countOf(markets.length, 'market', 'markets')}
          </span>
        }
      >
        {markets.length === 0 ? (
          <EmptyView title="Sell to your first country" text="Shoppers can only order to countries of a market." />
        ) : (
          <Table label="Markets" columns={columns}>
            {markets.map((market) => (
              <MarketRow key={market.id} {...{ market, methods, currencies, languages }} />
            ))}
          </Table>
        )}
      </Panel>
      <ShopperPreview {...{ markets, methods, currencies, languages, names, products, country }} />
      <NotSoldTo markets={markets} names={names} />
      {isAdding && <MarketDialog currencies={currencies} names={names} onClose={() => setAdding(false)} />}
    </SettingsPage>
  )
}

type RowProps = {
  market: StaffMarket
  methods: ShippingMethod[]
  currencies: StaffCurrency[]
  languages: StaffLanguage[]
}

function MarketRow({ market, methods, currencies, languages }: RowProps) {
  const { currency: home } = useConsole().shop
  const offered = methods.filter(({ market_id, is_active }) => market_id === market.id && is_active).length
  const cheapest = findCheapestMethod(methods, market.id)
  const currency = currencies.find(({ code }) => code === market.currency)
  const isHome = market.currency === home
  const names = market.languages.map((code) => languages.find((one) => one.code === code)?.english_name ?? code)
  const [first = 'The visitor’s', ...others] = names
  return (
    <tr>
      <td>
        <ConsoleLink href={`${settingsLinks.markets}/${market.id}`} className={styles.strong}>
          {market.name}
        </ConsoleLink>{' '}
        {isHome && <Tag>Home</Tag>}
        <span className={page.below}>{countOf(market.countries.length, 'country', 'countries')}</span>
      </td>
      <td className={styles.strong}>{market.currency}</td>
      <td className={styles.second}>
        {isHome ? 'Base prices' : currency?.price_rule === 'own' ? 'Own prices' : 'Converted'}
        {!isHome && currency && currency.price_rule === 'converted' && currency.price_ending !== 'none' && (
          <span className={page.below}>endings {formatRounding(currency)}</span>
        )}
      </td>
      <td className={styles.second}>
        {market.tax_display === 'included' ? 'Included' : 'Not included'}
        {market.tax_display === 'added' && <span className={page.below}>added at checkout</span>}
      </td>
      <td className={styles.second}>
        {first}
        {others.length > 0 && <span className={page.below}>{others.join(', ')}</span>}
      </td>
      <td className={styles.second}>
        {countOf(offered, 'method', 'methods')}
        {cheapest && (
          <span className={page.below}>
            from <Money of={cheapest.price} />
          </span>
        )}
      </td>
      <td>
        <Status badge={marketBadges[market.status]} />
      </td>
      <td className={endCell}>
        <ChevronRight size={16} strokeWidth={1.75} aria-hidden />
      </td>
    </tr>
  )
}

function NotSoldTo({ markets, names }: { markets: StaffMarket[]; names: CountryName[] }) {
  const { currency } = useConsole().shop
  const sold = new Set(markets.flatMap(({ countries }) => countries.map(({ country }) => country)))
  const others = names.filter(({ code }) => !sold.has(code))
  if (others.length === 0) return null
  return (
    <Panel title="Not sold to">
      <p className={styles.hint}>
        Shoppers in {countOf(others.length, 'country', 'countries')} can browse in {currency} but cannot check out.
      </p>
      <details>
        <summary>Show all</summary>
        <p className={styles.hint}>{others.map(({ name }) => name).join(', ')}</p>
      </details>
    </Panel>
  )
}

type DialogProps = { currencies: StaffCurrency[]; names: CountryName[]; onClose: () => void }

/** Renders the dialog of a new market. The page of the market has all other fields. */
function MarketDialog({ currencies, names, onClose }: DialogProps) {
  const { call, shop } = useConsole()
  const router = useRouter()
  type Create = Parameters<typeof call<typeof createMarket>>[1]
  return (
    <EditDialog<MarketValues>
      title="Add a market"
      button="Add market"
      isNew
      initial={toMarketValues(shop.currency)}
      says="The market starts as a draft. Its shipping methods come next."
      done="Market added"
      onClose={onClose}
      send={async (_, values) => {
        const id = toMarketId(values.name)
        await call(createMarket, { ...toSentMarket(values), id } as Create)
        await router.navigate({ href: `${settingsLinks.markets}/${id}` })
      }}
    >
      {(form) => (
        <>
          <div className={styles.two}>
            <TextField label="Name" maxLength={60} {...form.field('name')} />
            <SelectField
              label="Currency"
              options={currencies.map(({ code, name }) => ({ value: code, name: `${name} (${code})` }))}
              {...form.field('currency')}
            />
          </div>
          <ManyCombobox
            label="Countries"
            placeholder="Find a country"
            choices={names.map(({ code, name }) => ({ value: code, name, detail: code }))}
            {...form.field('countries')}
          />
        </>
      )}
    </EditDialog>
  )
}
