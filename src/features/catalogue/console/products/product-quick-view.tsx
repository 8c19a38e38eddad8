import { useEffect, useState } from 'react'
import { Preview } from '#console/list/moves/preview.tsx'
import { useConsole } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { staffProductLink, stockLink } from '#console/shell/console-links.ts'
import { buttonClass } from '#console/ui/buttons/button.tsx'
import { Status } from '#console/ui/content/status.tsx'
import { Money } from '#console/ui/format/money.tsx'
import { endCell, Table } from '#console/ui/layout/table.tsx'
import { toQuery } from '#contract/calls/call.ts'
import { getStaffProduct, type ProductRow, type StaffProduct } from '#features/catalogue/products.staff.contract.ts'
import { lowStock } from '#features/catalogue/stock.rules.ts'
import { stateBadges } from './product-badges.ts'
import styles from './product-quick-view.module.css'

type Props = { row: ProductRow; move: (step: number) => void; close: () => void }

/** Renders a preview of a product with its SKUs next to the list. */
export function ProductQuickView({ row, move, close }: Props) {
  const product = useProduct(row.handle)
  return (
    <Preview
      title={row.name}
      beside={<Status badge={stateBadges[row.status]} />}
      href={staffProductLink(row.handle)}
      move={move}
      close={close}
      foot={
        <>
          <ConsoleLink href={staffProductLink(row.handle)} className={buttonClass({ tone: 'primary' })}>
            Open
          </ConsoleLink>
          <ConsoleLink href={stockLink + toQuery({ product: row.handle })} className={buttonClass()} hint="S">
            Stock
          </ConsoleLink>
        </>
      }
    >
      {product && (
        <div className={styles.peek}>
          <ul className={styles.pictures}>
            {product.pictures.slice(0, 4).map(({ path, alt, width, height }) => (
              <li key={path}>
                <img src={path} alt={alt} width={width} height={height} />
              </li>
            ))}
          </ul>
          {product.description && <p>{product.description}</p>}
          <Table
            label="SKUs"
            isCompact
            columns={[{ name: 'SKU' }, { name: 'Stock', isEnd: true }, { name: 'Price', isEnd: true }]}
          >
            {product.skus.map(({ id, sku, stock, prices: [price] }) => (
              <tr key={id}>
                <td>
                  <bdi dir="ltr">{sku}</bdi>
                </td>
                <td className={endCell}>
                  <span className={stock <= lowStock ? styles.low : undefined}>{stock}</span>
                </td>
                <td className={endCell}>{price && <Money of={price.special ?? price.price} />}</td>
              </tr>
            ))}
          </Table>
        </div>
      )}
    </Preview>
  )
}

/**
 * Loads a product. Returns null while the product is loading, so that the previous product is not shown under another
 * name.
 */
function useProduct(handle: string): StaffProduct | null {
  const { call } = useConsole()
  const [found, setFound] = useState<StaffProduct | null>(null)
  useEffect(() => {
    let isHere = true
    call(getStaffProduct, { handle }).then(
      ({ data }) => isHere && setFound(data),
      () => isHere && setFound(null),
    )
    return () => {
      isHere = false
    }
  }, [call, handle])
  return found?.handle === handle ? found : null
}
