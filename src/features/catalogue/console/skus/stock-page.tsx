import { useState } from 'react'
import { usePageData } from '#console/data/use-page-data.ts'
import { formatCappedCount, ViewTabs } from '#console/list/filters/view-tabs.tsx'
import { formatRowCount, ListPage } from '#console/list/list-page.tsx'
import type { Column } from '#console/list/table/list-table.tsx'
import { useListPage } from '#console/list/use-list-page.ts'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { lowStockLink, productsLink, staffProductLink, stockLink } from '#console/shell/console-links.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { EmptyView } from '#console/ui/content/empty-view.tsx'
import { Status } from '#console/ui/content/status.tsx'
import { Thumb } from '#console/ui/content/thumbs.tsx'
import { toQuery } from '#contract/calls/call.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { StaffOutput } from '#contract/calls/staff-call.ts'
import { lowStock } from '#features/catalogue/stock.rules.ts'
import { listStock } from '#features/catalogue/stock.staff.contract.ts'
import { stateBadges } from '../products/product-badges.ts'
import styles from '../products/products-page.module.css'
import { StockDialog } from './stock-dialog.tsx'

type Row = StaffOutput<typeof listStock>['data'][number]
type Search = { below?: string; is_low?: string; product?: string; q?: string; sort?: 'sku' | 'stock' }

export async function loadStock({ context: { load }, deps }: { context: ConsoleContext; deps: Search }) {
  return (await load(listStock, deps as never)).data
}

const catalogueTopics: string[] = []

const views = [
  { name: 'All', href: stockLink },
  { name: 'Low stock', href: lowStockLink },
  { name: 'Sold out', href: stockLink + toQuery({ below: '1', sort: 'sku' }) },
]

const listColumns = (mayWrite: boolean, open: (row: Row) => void): Column<Row>[] => [
  { id: 'product', name: 'Product', cell: ({ product }) => product.name },
  {
    id: 'options',
    name: 'Options',
    isExtra: true,
    cell: ({ options }) => options.map(({ value }) => value).join(' / '),
  },
  { id: 'state', name: 'State', isExtra: true, cell: ({ product }) => <Status badge={stateBadges[product.status]} /> },
  {
    id: 'stock',
    name: 'Stock',
    isEnd: true,
    sort: 'stock',
    cell: ({ stock }) => <span className={stock <= lowStock ? styles.soldOut : ''}>{formatCappedCount(stock)}</span>,
  },
  {
    id: 'count',
    name: 'Count',
    isEnd: true,
    cell: (row) => (
      <Button
        tone="quiet"
        size="small"
        aria-label={`${mayWrite ? 'Change stock' : 'History'} of ${row.sku}`}
        onClick={() => open(row)}
      >
        {mayWrite ? 'Change' : 'History'}
      </Button>
    ),
  },
]

export function StockPage() {
  const { call } = useConsole()
  const mayWrite = allowsScope(useMe().scopes, 'stock:write')
  const [counted, setCounted] = useState<Row | null>(null)
  const page = useListPage<Row>({
    path: stockLink,
    first: usePageData<typeof loadStock>(stockLink),
    topics: catalogueTopics,
    keyOf: ({ sku }) => sku,
    read: async (input) => (await call(listStock, input as never)).data,
  })
  const { list, search, change } = page
  const { below, is_low, sort } = search
  return (
    <ListPage
      page={page}
      title="Stock"
      crumb={<ConsoleLink href={productsLink}>Products</ConsoleLink>}
      tabs={<ViewTabs label="Views" views={views} current={stockLink + toQuery({ below, is_low, sort })} />}
      filters={{
        searchLabel: 'SKU',
        filters: [{ name: 'product', label: 'Product', kind: 'text', placeholder: 'Product handle' }],
      }}
      empty={
        <EmptyView
          title="No matching SKUs"
          text={below || is_low ? 'Every SKU has enough stock.' : 'No SKU matches the search and the filters.'}
        >
          <ConsoleLink href={stockLink}>Show all</ConsoleLink>
        </EmptyView>
      }
      table={{
        columns: listColumns(mayWrite, setCounted),
        nameHeading: 'SKU',
        nameOf: renderSku,
        hrefOf: ({ product }) => staffProductLink(product.handle),
        card: (row) => <Card row={row} />,
        sort: { by: sort ?? 'sku', change: (by) => change({ sort: by.replace('-', '') }) },
      }}
      foot={formatRowCount(list, 'skus')}
    >
      {counted && (
        <StockDialog
          key={counted.sku}
          row={counted}
          mayWrite={mayWrite}
          onClose={() => setCounted(null)}
          onChanged={(stock) => list.put({ ...counted, stock })}
        />
      )}
    </ListPage>
  )
}

const renderSku = ({ image, sku }: Row) => (
  <span className={styles.name}>
    <Thumb src={image} />
    <bdi dir="ltr">{sku}</bdi>
  </span>
)

function Card({ row: { image, product, sku, stock } }: { row: Row }) {
  return (
    <span className={styles.card}>
      <Thumb src={image} size="line" />
      <span className={styles.words}>
        <b>{product.name}</b>
        <span>
          {sku} · {formatCappedCount(stock)} in stock
        </span>
      </span>
    </span>
  )
}
