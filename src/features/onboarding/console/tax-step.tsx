import type { FormEvent } from 'react'
import { useForm } from '#console/form/use-form.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Note, Refusal } from '#console/ui/content/note.tsx'
import { Check } from '#console/ui/fields/check.tsx'
import { CheckGroup } from '#console/ui/fields/check-group.tsx'
import { TextField } from '#console/ui/fields/field.tsx'
import { Switch } from '#console/ui/fields/switch.tsx'
import { FieldRow } from '#console/ui/layout/form-page.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { CountryField } from '#features/settings/console/parts/country-field.tsx'
import { VatMark } from '#features/settings/console/parts/vat-mark.tsx'
import { checkVatNumber, normalizeVatNumber } from '#features/settings/vat.rules.ts'
import { saveTaxSetup, type TaxSetup } from '../setup.staff.contract.ts'
import styles from './setup-page.module.css'
import { describeTax } from './setup-steps.rules.ts'

type Props = { tax: TaxSetup; onSaved: () => void; onLater: () => void }

/** Renders the form of the tax registration. The fields depend on the seller's country. */
export function TaxStep({ tax, onSaved, onLater }: Props) {
  const { call } = useConsole()
  const form = useForm({ initial: tax, about: 'settings' })
  const { country, status, vat_number: vatNumber, uses_oss: usesOss } = form.values
  const words = describeTax(country)
  const isVatRight = checkVatNumber(normalizeVatNumber(vatNumber)) === 'fits'
  async function save(event: FormEvent) {
    event.preventDefault()
    if (status === null) return
    const sent = {
      ...form.values,
      status,
      vat_number: words.hasVatNumber ? vatNumber : '',
      uses_oss: words.hasOss && usesOss,
    }
    if (!(await form.save(() => call(saveTaxSetup, sent, { ifMatch: '*' })))) return
    showToast('Tax registration saved')
    onSaved()
  }
  return (
    <form ref={form.ref} className={styles.more} onSubmit={save} noValidate>
      <Refusal problem={form.problem} />
      <CountryField hint="The country in which your business is established." {...form.field('country')} />
      {country !== '' && (
        <>
          <div className={styles.pick}>
            <CheckGroup label="Registration" error={form.field('status').error}>
              <Check
                type="radio"
                name="tax-status"
                label={`Registered for ${words.tax}`}
                hint={
                  words.hasVatNumber
                    ? 'Prices include VAT. Invoices show your VAT number and the rate.'
                    : `You collect ${words.tax} where you are registered. Invoices show your number and the rate.`
                }
                isChecked={status === 'registered'}
                onChange={() => form.set('status', 'registered')}
              />
              <Check
                type="radio"
                name="tax-status"
                label={words.smallBusiness}
                hint={`No ${words.tax} is charged. Invoices state the exemption.`}
                isChecked={status === 'small_business'}
                onChange={() => form.set('status', 'small_business')}
              />
            </CheckGroup>
          </div>
          <FieldRow isPairs>
            {words.hasVatNumber && (
              <TextField
                label={status === 'small_business' ? 'VAT number (optional)' : 'VAT number'}
                dir="ltr"
                autoComplete="off"
                maxLength={40}
                unit={isVatRight && <VatMark />}
                {...form.field('vat_number')}
              />
            )}
            <TextField
              label="Tax number (optional)"
              hint="From your tax office"
              dir="ltr"
              autoComplete="off"
              maxLength={40}
              {...form.field('tax_number')}
            />
          </FieldRow>
          {words.hasOss && status === 'registered' && (
            <div>
              <Switch
                label="Use One-Stop Shop (OSS) for other EU countries"
                isOn={usesOss}
                onChange={(isOn) => form.set('uses_oss', isOn)}
              />
              <p className={styles.hint}>
                Charges the destination’s rate, with one return per quarter. Required above €10,000 a year.
              </p>
            </div>
          )}
          {country === 'US' && status === 'registered' && (
            <Note>Sales tax is charged only in states where you add a registration.</Note>
          )}
        </>
      )}
      <div className={styles.actions}>
        <Button type="submit" tone="primary" hint="↵" isBusy={form.isBusy} disabled={country === '' || status === null}>
          Save and continue
        </Button>
        <Button tone="quiet" onClick={onLater}>
          Do this later
        </Button>
      </div>
    </form>
  )
}
