import { formatCappedCount } from '#console/list/filters/view-tabs.tsx'
import type { List } from '#console/list/use-list.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { staffProductLink } from '#console/shell/console-links.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { Status } from '#console/ui/content/status.tsx'
import { Money } from '#console/ui/format/money.tsx'
import type { ProductRow } from '#features/catalogue/products.staff.contract.ts'
import { stateBadges } from './product-badges.ts'
import styles from './product-tiles.module.css'

export function ProductTiles({ list }: { list: List<ProductRow> }) {
  return (
    <div className={styles.body}>
      <ul className={styles.tiles} aria-label="Products">
        {list.rows.map(({ handle, name, image, status, stock, price }) => (
          <li key={handle}>
            <ConsoleLink href={staffProductLink(handle)} className={styles.tile}>
              <img src={image} alt="" width={335} height={445} loading="lazy" />
              <span className={styles.name}>{name}</span>
              <span className={styles.facts}>
                {price && <Money of={price} />} · {formatCappedCount(stock)} in stock
              </span>
              <Status badge={stateBadges[status]} />
            </ConsoleLink>
          </li>
        ))}
      </ul>
      <Refusal problem={list.problem} />
      {list.next && (
        <Button isBusy={list.isBusy} onClick={list.more}>
          Show more
        </Button>
      )}
    </div>
  )
}
