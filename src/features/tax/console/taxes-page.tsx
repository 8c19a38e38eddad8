import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { loadAll } from '#console/data/load-all.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import { useRowDialog } from '#console/form/row-dialog.tsx'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import { type ConsoleContext, useMe } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Note, Refusal } from '#console/ui/content/note.tsx'
import { toShopDay } from '#console/ui/format/day.rules.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import { listStaffProducts } from '#features/catalogue/products.staff.contract.ts'
import { getTaxReport } from '#features/dashboard/tax-report.staff.contract.ts'
import { getSettings } from '#features/settings/settings.staff.contract.ts'
import { listTaxCategories, listTaxRates, listTaxRegistrations } from '../tax.staff.contract.ts'
import { RatesPanel } from './rates-panel.tsx'
import { RegistrationsPanel } from './registrations-panel.tsx'
import { ReportPanel } from './report-panel.tsx'
import { listQuarters } from './tax-page.rules.ts'
import { PreviewPanel } from './tax-preview-panel.tsx'
import { TaxSettingsDialog } from './tax-settings-dialog.tsx'

/** 50: the newest products, to try the preview. */
const maxProducts = 50

export async function loadTaxes({ context }: { context: ConsoleContext }) {
  const { load, me, shop, clock } = context
  const quarters = listQuarters(clock.now, shop.time_zone)
  const [first] = quarters
  if (!first) throw new Error('There are always eight quarters')
  const scheme = 'oss' as const
  const [settings, rates, categories, registrations, products, report] = await Promise.all([
    load(getSettings, {}),
    loadAll(load, listTaxRates, {}),
    loadAll(load, listTaxCategories, {}),
    loadAll(load, listTaxRegistrations, {}),
    allowsScope(me?.scopes, 'catalogue:read')
      ? load(listStaffProducts, { limit: maxProducts, status: 'live' }).then(({ data }) => data.data)
      : [],
    load(getTaxReport, { from: first.from, to: first.to, return: scheme }),
  ])
  return {
    ...{ rates, registrations, products, quarters, report: report.data },
    settings: settings.data,
    categories: categories.toSorted((a, b) => a.sort - b.sort),
    today: toShopDay(clock.now, shop.time_zone),
    currency: shop.currency,
  }
}

export type TaxData = Awaited<ReturnType<typeof loadTaxes>>

/** Renders the tax settings: a preview, the rates, the registrations, and the report. */
export function TaxesPage() {
  const data = usePageData<typeof loadTaxes>(settingsLinks.taxes)
  const { settings, rates, registrations, today } = data
  const mayWrite = allowsScope(useMe().scopes, 'settings:write')
  const home = settings.seller.country
  const [destination, setDestination] = useState(home || rates[0]?.country || 'DE')
  const dialog = useRowDialog(getSettings, (props) => <TaxSettingsDialog {...props} />)
  const parts = { home, mayWrite, today, rates, registrations, categories: data.categories }
  return (
    <SettingsPage
      follows="settings"
      title="Taxes"
      about="Rates and registrations decide the tax of new orders. Check the rates with your accountant: this is no tax advice."
      actions={
        mayWrite && (
          <Button icon={SlidersHorizontal} isBusy={dialog.isOpening({})} onClick={() => dialog.open({})}>
            Tax settings
          </Button>
        )
      }
    >
      <Refusal problem={dialog.problem} />
      {settings.tax.status === null && (
        <Note tone="warning">
          Orders stay untaxed until you choose a tax status and the country of your business in Tax settings.
        </Note>
      )}
      <PreviewPanel data={data} destination={destination} onDestination={setDestination} />
      <RatesPanel {...parts} destination={destination} onDestination={setDestination} />
      <RegistrationsPanel {...parts} />
      <ReportPanel data={data} />
      {dialog.dialog}
    </SettingsPage>
  )
}
