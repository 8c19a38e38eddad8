import { formatOption } from '#features/catalogue/catalogue.rules.ts'
import type { OrderLine } from '#features/orders/orders.contract.ts'
import { Button } from '#ui/buttons/button.tsx'
import { CheckRow } from '#ui/fields/check-row.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { Price } from '#web/parts/price.tsx'
import { ProductImage } from '#web/parts/product-image.tsx'
import styles from './goods-picker.module.css'
import { refundStore, useRefundSlice } from './refund-store.ts'

type Props = { open: boolean; lines: OrderLine[]; onClose: () => void }

/** Chooses other lines of the same order to return. The choice applies once it is saved. */
export function GoodsPicker({ open, lines, onClose }: Props) {
  const t = useT()
  const slice = useRefundSlice()

  function leave() {
    refundStore.changeSelectedIds(slice.finalSelectedIds)
    onClose()
  }

  function save() {
    refundStore.changeFinalSelectedIds(slice.selectedIds)
    onClose()
  }

  function tick(id: string, isTicked: boolean) {
    const others = slice.selectedIds.filter((one) => one !== id)
    refundStore.changeSelectedIds(isTicked ? [...others, id] : others)
  }

  return (
    <Sheet open={open} onClose={leave} title={t('Select products')} flush>
      <CheckRow checked={slice.hasSelectAll} onChange={() => refundStore.toggleSelectAll()}>
        {t('All-1')}
      </CheckRow>
      {lines.map((line) => (
        <CheckRow
          key={line.id}
          checked={slice.selectedIds.includes(line.id)}
          onChange={(event) => tick(line.id, event.target.checked)}
        >
          <span className={styles.line}>
            <ProductImage src={line.image} alt="" size="small" />
            <span className={styles.words}>
              <span className={styles.name}>{line.name}</span>
              <span className={styles.options}>{line.options.map(formatOption).join(' / ')}</span>
              <Price>{line.real_price.price}</Price>
            </span>
          </span>
        </CheckRow>
      ))}
      <div className={styles.foot} data-sheet-foot>
        <Button block onClick={save}>
          {t('Save')}
        </Button>
      </div>
    </Sheet>
  )
}
