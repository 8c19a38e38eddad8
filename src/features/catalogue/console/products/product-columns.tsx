import type { Filter } from '#console/list/filters/filter-row.tsx'
import { formatCappedCount } from '#console/list/filters/view-tabs.tsx'
import type { Column } from '#console/list/table/list-table.tsx'
import { Status } from '#console/ui/content/status.tsx'
import { Tag } from '#console/ui/content/tag.tsx'
import { Thumb } from '#console/ui/content/thumbs.tsx'
import { Money } from '#console/ui/format/money.tsx'
import { saleKindNames } from '#features/catalogue/product.staff.rules.ts'
import type { ProductRow } from '#features/catalogue/products.staff.contract.ts'
import { lowStock } from '#features/catalogue/stock.rules.ts'
import { joinClasses } from '#ui/content/join-classes.ts'
import { saleNames, saleTags, stateBadges } from './product-badges.ts'
import styles from './products-page.module.css'

export function listFilters(categories: { value: string; name: string }[]): Filter[] {
  return [
    { name: 'category', label: 'Category', kind: 'one', choices: categories },
    {
      name: 'stock',
      label: 'Stock',
      kind: 'one',
      choices: [
        { value: 'low', name: `A SKU with ${lowStock} or fewer` },
        { value: 'out', name: 'Sold out' },
      ],
    },
    {
      name: 'sale',
      label: 'Sale type',
      kind: 'one',
      choices: saleKindNames.map((value) => ({ value, name: saleNames[value] })),
    },
    {
      name: 'sort',
      label: 'Sort by',
      kind: 'one',
      choices: [
        { value: 'newest', name: 'Newest first' },
        { value: 'oldest', name: 'Oldest first' },
        { value: 'handle', name: 'Handle, A to Z' },
      ],
    },
  ]
}

const second = (text: string) => <span className={styles.second}>{text}</span>

export function listColumns(nameOf: (code: string) => string): Column<ProductRow>[] {
  return [
    { id: 'category', name: 'Category', cell: ({ category }) => second(nameOf(category)) },
    { id: 'state', name: 'State', cell: ({ status }) => <Status badge={stateBadges[status]} /> },
    { id: 'skus', name: 'SKUs', isEnd: true, isExtra: true, cell: ({ skus }) => second(String(skus)) },
    { id: 'stock', name: 'Stock', isEnd: true, cell: (row) => <Stock row={row} /> },
    { id: 'price', name: 'Price', isEnd: true, cell: ({ price }) => price && <Money of={price} /> },
    {
      id: 'before',
      name: 'Previous price',
      isEnd: true,
      isExtra: true,
      cell: ({ before }) =>
        before && (
          <s className={styles.before}>
            <Money of={before} />
          </s>
        ),
    },
    { id: 'stars', name: 'Rating', isEnd: true, isExtra: true, cell: ({ stars }) => stars?.toFixed(1) },
    { id: 'tags', name: 'Tags', isExtra: true, cell: (row) => <Tags row={row} /> },
  ]
}

/** 10: the average stock per SKU that fills the bar next to the number. */
const fullStockPerSku = 10

function Stock({ row: { stock, skus, low_skus, status } }: { row: ProductRow }) {
  const tone = status === 'live' && (stock <= lowStock ? styles.soldOut : low_skus > 0 && styles.low)
  const share = Math.min(1, stock / Math.max(1, skus * fullStockPerSku))
  return (
    <span className={joinClasses(styles.stock, tone)}>
      {formatCappedCount(stock)}
      <span className={styles.bar} aria-hidden>
        <span style={{ inlineSize: `${Math.round(share * 100)}%` }} />
      </span>
    </span>
  )
}

function Tags({ row: { sale, is_returnable } }: { row: ProductRow }) {
  return (
    <span className={styles.tags}>
      {sale !== 'regular' && <Tag tone={sale === 'limited_time' ? 'accent' : 'plain'}>{saleTags[sale]}</Tag>}
      {!is_returnable && <Tag>No returns</Tag>}
    </span>
  )
}

export const renderName = ({ image, name }: ProductRow) => (
  <span className={styles.name}>
    <Thumb src={image} />
    {name}
  </span>
)

export function ProductCard({ row, category }: { row: ProductRow; category: string }) {
  return (
    <span className={styles.card}>
      <Thumb src={row.image} size="line" />
      <span className={styles.words}>
        <b>{row.name}</b>
        <span>
          {category} · {formatCappedCount(row.stock)} in stock
          {row.price && (
            <>
              {' · '}
              <Money of={row.price} />
            </>
          )}
        </span>
        <Status badge={stateBadges[row.status]} />
      </span>
    </span>
  )
}
