import { ReceiptText } from 'lucide-react'
import { useMemo, useState } from 'react'
import { usePreview } from '#console/data/use-preview.ts'
import { Segmented } from '#console/ui/buttons/segmented.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { SelectField } from '#console/ui/fields/field.tsx'
import { MoneyField } from '#console/ui/fields/money-field.tsx'
import { formatMoney } from '#console/ui/format/money.rules.ts'
import { Panel } from '#console/ui/layout/panel.tsx'
import { previewTax } from '#features/catalogue/tax-preview.staff.contract.ts'
import { countryCodes } from '#features/settings/country-codes.rules.ts'
import { formatCountry, listCountryNames } from '#features/settings/country-names.rules.ts'
import { joinClasses } from '#ui/content/join-classes.ts'
import { useBrowserValue } from '#ui/state/use-store.ts'
import { describePreview, formatTaxDay } from './tax-page.rules.ts'
import type { TaxData } from './taxes-data.ts'
import styles from './taxes-page.module.css'

type Props = { data: TaxData; destination: string; onDestination: (country: string) => void }

/** 100 units of the currency: the price of the preview without a product. */
const defaultAmount = 10_000

/** Returns the price of a product, if the price is in the currency of the preview. */
const findAmount = (product: TaxData['products'][number] | undefined, currency: string): number | null =>
  product?.price?.currency === currency ? product.price.amount : null

/** Renders the tax of one item as a sentence. The destination follows the selected row of the rates. */
export function PreviewPanel({ data, destination, onDestination }: Props) {
  const { products, currency, today } = data
  const [handle, setHandle] = useState(products[0]?.handle ?? '')
  const [amount, setAmount] = useState<number | null>(findAmount(products[0], currency) ?? defaultAmount)
  const [buyer, setBuyer] = useState<'consumer' | 'business'>('consumer')
  const input =
    amount === null ? null : { amount, currency, country: destination, buyer, ...(handle && { product: handle }) }
  const preview = usePreview(previewTax, input)
  function chooseProduct(chosen: string) {
    setHandle(chosen)
    const price = findAmount(
      products.find((one) => one.handle === chosen),
      currency,
    )
    if (price !== null) setAmount(price)
  }
  const shown = preview.data && describePreview(preview.data)
  const name = products.find((one) => one.handle === handle)?.name ?? 'An item'
  const described = preview.data ? (preview.data.display === 'included' ? preview.data.gross : preview.data.net) : null
  return (
    <Panel title="Tax preview" isFlush actions={<span className={styles.asOf}>As of {formatTaxDay(today)}</span>}>
      <div className={styles.preview}>
        {products.length > 0 && (
          <SelectField
            label="Product"
            value={handle}
            onChange={chooseProduct}
            options={[
              { value: '', name: 'Any product' },
              ...products.map((one) => ({ value: one.handle, name: one.name })),
            ]}
          />
        )}
        <MoneyField label="Price" currency={currency} value={amount} onChange={setAmount} />
        <DestinationField value={destination} onChange={onDestination} />
        <div className={styles.buyer}>
          <span aria-hidden>Buyer</span>
          <Segmented
            label="Buyer"
            value={buyer}
            onChange={setBuyer}
            parts={[
              { value: 'consumer', name: 'Consumer' },
              { value: 'business', name: 'Business' },
            ]}
          />
        </div>
      </div>
      <Refusal problem={preview.problem} />
      <p className={joinClasses(styles.sentence, !preview.isFresh && styles.stale)} aria-live="polite">
        <ReceiptText size={20} strokeWidth={1.75} aria-hidden />
        {shown && described && (
          <>
            <span className={styles.says}>
              {name} for {formatMoney(described)} to {formatCountry(destination)}: <b>{shown.result}</b>
            </span>
            <span className={styles.sum}>{shown.sum}</span>
          </>
        )}
      </p>
    </Panel>
  )
}

function DestinationField({ value, onChange }: { value: string; onChange: (country: string) => void }) {
  // Country names and their order may differ between browser and server, so the server renders one name only.
  const isInBrowser = useBrowserValue(
    () => true,
    () => false,
  )
  const countries = useMemo(
    () => (isInBrowser ? listCountryNames(countryCodes, 'en') : [{ code: value, name: formatCountry(value) }]),
    [isInBrowser, value],
  )
  return (
    <SelectField
      label="Ships to"
      value={value}
      onChange={onChange}
      options={countries.map(({ code, name }) => ({ value: code, name }))}
    />
  )
}
