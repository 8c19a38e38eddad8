import { useState } from 'react'
import { Button } from '#console/ui/buttons/button.tsx'
import { MoneyField } from '#console/ui/fields/money-field.tsx'
import { FieldRow } from '#console/ui/layout/form-page.tsx'
import { Dialog } from '#console/ui/overlays/dialog.tsx'

type Amounts = { price: number | null; special: number | null; compare_at: number | null }

type Props = {
  count: number
  /** True if no row is selected, so that the prices apply to all rows. */
  isAll: boolean
  currency: string
  decimals: number
  onClose: () => void
  onSet: (amounts: Amounts) => void
}

/** Renders the dialog that sets prices of the selected SKUs, or of all. The prices are saved together with the page. */
export function PricesDialog({ count, isAll, currency, decimals, onClose, onSet }: Props) {
  const [amounts, setAmounts] = useState<Amounts>({ price: null, special: null, compare_at: null })
  const isEmpty = Object.values(amounts).every((one) => one === null)
  const isZero = (name: keyof Amounts) => amounts[name] === 0
  const field = (name: keyof Amounts) => ({
    ...{ currency, decimals, value: amounts[name], placeholder: 'Unchanged' },
    onChange: (amount: number | null) => setAmounts({ ...amounts, [name]: amount }),
    ...(isZero(name) && { error: 'To give an item away, type “free” in its row' }),
  })
  const isRight = !isEmpty && !isZero('price') && !isZero('special') && !isZero('compare_at')
  const skus = count === 1 ? '1 SKU' : `${count} SKUs`
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Set prices"
      isChanged={!isEmpty}
      onSubmit={() => {
        if (!isRight) return
        onSet(amounts)
        onClose()
      }}
      says={`${isAll ? `All ${skus}` : skus}, not saved yet`}
      footer={(close) => (
        <>
          <Button size="large" onClick={close}>
            Cancel
          </Button>
          <Button size="large" tone="primary" type="submit" disabled={!isRight}>
            Set prices of {skus}
          </Button>
        </>
      )}
    >
      <FieldRow>
        <MoneyField label="Price" {...field('price')} />
        <MoneyField label="Sale price" {...field('special')} />
        <MoneyField label="Compare-at price" {...field('compare_at')} />
      </FieldRow>
    </Dialog>
  )
}
