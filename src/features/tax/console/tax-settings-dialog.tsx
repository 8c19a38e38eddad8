import { EditDialog } from '#console/form/edit-dialog.tsx'
import type { RowDialogProps } from '#console/form/row-dialog.tsx'
import { useConsole } from '#console/shell/console-context.ts'
import { Check } from '#console/ui/fields/check.tsx'
import { SelectField, TextField } from '#console/ui/fields/field.tsx'
import { CountryField } from '#features/settings/console/parts/country-field.tsx'
import { editSettings, type ShopSettings } from '#features/settings/settings.staff.contract.ts'
import styles from './taxes-page.module.css'

type Values = {
  'seller.country': string
  'seller.tax_number': string
  'tax.status': 'registered' | 'small_business' | ''
  'tax.business_buyers': boolean
  'tax.provider': ShopSettings['tax']['provider']
}

/** Renders the settings that decide whether and how the shop charges tax. */
export function TaxSettingsDialog({ opened, onClose }: RowDialogProps<ShopSettings>) {
  const { call } = useConsole()
  if (!opened) return null
  const { seller, tax } = opened.data
  return (
    <EditDialog<Values>
      title="Tax settings"
      button="Save"
      initial={{
        'seller.country': seller.country,
        'seller.tax_number': seller.tax_number,
        'tax.status': tax.status ?? '',
        'tax.business_buyers': tax.business_buyers,
        'tax.provider': tax.provider,
      }}
      about="settings"
      reload={opened.reload}
      says="New orders follow these settings. Placed orders keep their tax."
      done="Tax settings saved"
      onClose={onClose}
      send={(_, values) =>
        call(
          editSettings,
          {
            seller: { country: values['seller.country'], tax_number: values['seller.tax_number'] },
            tax: {
              status: values['tax.status'] || null,
              business_buyers: values['tax.business_buyers'],
              provider: values['tax.provider'],
            },
          },
          { ifMatch: opened.etag },
        )
      }
    >
      {(form) => (
        <>
          <div className={styles.two}>
            <CountryField {...form.field('seller.country')} hint="The country of your business" />
            <SelectField
              label="Tax status"
              options={[
                { value: '', name: 'Not decided: no tax' },
                { value: 'registered', name: 'Registered for tax' },
                { value: 'small_business', name: 'Small business, exempt from tax' },
              ]}
              {...form.field('tax.status')}
            />
            <TextField
              label="Tax number"
              hint="For businesses without a VAT number"
              dir="ltr"
              maxLength={40}
              {...form.field('seller.tax_number')}
            />
            <SelectField
              label="Rates from"
              hint="Stripe Tax needs a Stripe key. If Stripe cannot be reached, the rates of this page apply."
              options={[
                { value: 'table', name: 'The rates of this page' },
                { value: 'stripe', name: 'Stripe Tax' },
              ]}
              {...form.field('tax.provider')}
            />
          </div>
          <Check label="Business buyers can enter a VAT number at checkout" {...form.check('tax.business_buyers')} />
        </>
      )}
    </EditDialog>
  )
}
