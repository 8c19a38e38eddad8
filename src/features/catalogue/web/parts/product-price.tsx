import type { ProductSku } from '#features/catalogue/catalogue.contract.ts'
import { useT } from '#ui/i18n/use-t.ts'
import { Price } from '#web/parts/price.tsx'
import styles from './product-price.module.css'

/** Renders the price, or the lowest price of the SKUs that can still be chosen. */
export function ProductPrice({ skus }: { skus: ProductSku[] }) {
  const t = useT()
  const [lowest] = [...skus].sort((a, b) => Number(a.price.price_value) - Number(b.price.price_value))
  if (!lowest) return null
  const isRange = skus.some((one) => one.price.price_value !== lowest.price.price_value)
  return (
    <p className={styles.price}>
      {isRange && <span className={styles.from}>{t('from')}</span>}
      <Price size="total" was={lowest.compare_at_price?.price ?? null}>
        {lowest.price.price}
      </Price>
    </p>
  )
}
