import { useRouter } from '@tanstack/react-router'
import { Ellipsis, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { loadAll } from '#console/data/load-all.ts'
import { useCommand } from '#console/data/use-command.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import { ConfirmDialog } from '#console/form/confirm-dialog.tsx'
import { EditDialog } from '#console/form/edit-dialog.tsx'
import { FormBar, FormNotes } from '#console/form/form-frame.tsx'
import settings from '#console/settings/settings.module.css'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { buttonClass } from '#console/ui/buttons/button.tsx'
import { Menu } from '#console/ui/buttons/menu.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { Status } from '#console/ui/content/status.tsx'
import { TextField } from '#console/ui/fields/field.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import { listStaffProducts } from '#features/catalogue/products.staff.contract.ts'
import { countryCodes } from '#features/settings/country-codes.rules.ts'
import { listCountryNames } from '#features/settings/country-names.rules.ts'
import { getCurrency, listStaffCurrencies, listStaffLanguages } from '#features/settings/settings.staff.contract.ts'
import { editMarket, getMarket, getMarketUse, removeMarket, type StaffMarket } from '../markets.staff.contract.ts'
import { getShippingMethod, listShippingMethods } from '../shipping-methods.staff.contract.ts'
import { marketBadges } from './market-badges.ts'
import { CountriesPanel, CurrencyPanel, PricesPanel } from './market-panels.tsx'
import { MethodsPanel } from './methods-panel.tsx'
import { useMarketEdit } from './use-market-edit.ts'

type Asked = { context: ConsoleContext; params: { id: string } }

export async function loadMarket({ context, params: { id } }: Asked) {
  const { load, me, shop } = context
  const maySeeProducts = allowsScope(me?.scopes, 'catalogue:read')
  const [market, use, methods, currencies, languages, products] = await Promise.all([
    load(getMarket, { id }),
    load(getMarketUse, { id }),
    loadAll(load, listShippingMethods, {}),
    loadAll(load, listStaffCurrencies, {}),
    loadAll(load, listStaffLanguages, {}),
    maySeeProducts ? load(listStaffProducts, { limit: 1, status: 'live' }) : null,
  ])
  const own = methods.filter(({ market_id }) => market_id === id).sort((a, b) => a.sort - b.sort || a.id - b.id)
  const [product] = products?.data.data ?? []
  const withVersion = <T,>({ data, etag }: { data: T; etag: string | null }) => ({ data, etag: etag ?? '' })
  return {
    market: withVersion(market),
    // A save sends the version of each method and of the currency, so that no other member's change is overwritten.
    methods: await Promise.all(
      own.map(async (method) => withVersion(await load(getShippingMethod, { id: method.id }))),
    ),
    currencies: await Promise.all(currencies.map(async ({ code }) => withVersion(await load(getCurrency, { code })))),
    languages,
    // The server sends the names, because a browser may name a country differently and fail to hydrate.
    names: listCountryNames(countryCodes, 'en'),
    hasOrders: use.data.has_orders,
    example: product?.price?.currency === shop.currency ? { name: product.name, price: product.price } : null,
  }
}

/** Renders a market with its countries, currency, shipping methods and price rule. One save bar saves all of them. */
export function MarketPage() {
  const loaded = usePageData<typeof loadMarket>(`${settingsLinks.markets}/$id`)
  // The key resets the form when another market is opened.
  return <MarketEditor key={loaded.market.data.id} {...loaded} />
}

type Loaded = Awaited<ReturnType<typeof loadMarket>>

function MarketEditor({ market, methods, currencies, languages, names, hasOrders, example }: Loaded) {
  const { data } = market
  const mayWrite = allowsScope(useMe().scopes, 'settings:write')
  const { form, edit } = useMarketEdit({ market, methods, currencies })
  const money = { form, mayWrite, currencies: currencies.map((one) => one.data), isFixed: hasOrders }
  const [first] = data.countries
  return (
    <SettingsPage
      follows="settings"
      title={data.name}
      crumb={<ConsoleLink href={settingsLinks.markets}>Markets</ConsoleLink>}
      about={
        data.status === 'draft'
          ? 'This market is a draft: shoppers in its countries cannot check out.'
          : 'Shoppers in these countries order with these shipping methods.'
      }
      actions={
        <>
          <Status badge={marketBadges[data.status]} />
          {first && (
            <ConsoleLink href={`${settingsLinks.markets}?country=${first.country}`} className={buttonClass({})}>
              <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
              Preview
            </ConsoleLink>
          )}
          {mayWrite && <MarketMenu market={data} etag={market.etag} />}
        </>
      }
      foot={<FormBar {...edit} />}
    >
      <FormNotes {...edit} />
      <div className={settings.halves}>
        <CountriesPanel {...{ form, mayWrite, names }} />
        <CurrencyPanel {...money} languages={languages} />
      </div>
      <MethodsPanel
        rows={form.values.methods}
        currency={form.values.currency}
        mayWrite={mayWrite}
        onChange={(rows) => form.set('methods', rows)}
      />
      <PricesPanel {...money} example={example} />
    </SettingsPage>
  )
}

/** Renders the commands of a market: rename, open or close it, and remove it. */
function MarketMenu({ market, etag }: { market: StaffMarket; etag: string }) {
  const { id, name, status } = market
  const { call } = useConsole()
  const router = useRouter()
  const { run, problem } = useCommand()
  const [opened, setOpened] = useState<'name' | 'remove' | null>(null)
  const close = () => setOpened(null)
  async function toggle() {
    const next = status === 'active' ? 'draft' : 'active'
    const isDone = await run('status', () => call(editMarket, { id, status: next }, { ifMatch: etag }))
    if (isDone) showToast(next === 'active' ? `${name} is active` : `${name} is a draft`)
  }
  return (
    <>
      <Menu
        label="More"
        isLabelHidden
        icon={Ellipsis}
        items={[
          { name: 'Rename', run: () => setOpened('name') },
          { name: status === 'active' ? 'Make it a draft' : 'Make it active', run: toggle },
          { name: 'Remove', isDanger: true, isSeparated: true, run: () => setOpened('remove') },
        ]}
      />
      <Refusal problem={problem} />
      {opened === 'name' && (
        <EditDialog
          title="Rename the market"
          button="Save name"
          initial={{ name }}
          about={`markets/${id}`}
          done="Market saved"
          onClose={close}
          send={(changed) => call(editMarket, { ...changed, id }, { ifMatch: etag })}
        >
          {(form) => <TextField label="Name" maxLength={60} {...form.field('name')} />}
        </EditDialog>
      )}
      {opened === 'remove' && (
        <ConfirmDialog
          title={`Remove ${name}?`}
          button="Remove the market"
          run={async () => {
            await call(removeMarket, { id }, { ifMatch: etag })
            await router.navigate({ href: settingsLinks.markets })
            showToast('Market removed')
          }}
          onClose={close}
        >
          Shoppers in its countries can no longer order. Placed orders stay as they are.
        </ConfirmDialog>
      )}
    </>
  )
}
