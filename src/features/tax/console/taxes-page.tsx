import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { usePageData } from '#console/data/use-page-data.ts'
import { useRowDialog } from '#console/form/row-dialog.tsx'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import { useMe } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Note, Refusal } from '#console/ui/content/note.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import { getSettings } from '#features/settings/settings.staff.contract.ts'
import { RatesPanel } from './rates-panel.tsx'
import { RegistrationsPanel } from './registrations-panel.tsx'
import { ReportPanel } from './report-panel.tsx'
import { PreviewPanel } from './tax-preview-panel.tsx'
import { TaxSettingsDialog } from './tax-settings-dialog.tsx'
import { loadTaxes } from './taxes-data.ts'

export { loadTaxes }

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
