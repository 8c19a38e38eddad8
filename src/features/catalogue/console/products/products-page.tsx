import { useRouter } from '@tanstack/react-router'
import { Plus, Upload } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { loadAll } from '#console/data/load-all.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import { pickRowParameters } from '#console/list/bulk/row-parameters.ts'
import { CreateLink } from '#console/list/create-link.tsx'
import { formatCappedCount } from '#console/list/filters/view-tabs.tsx'
import { formatRowCount, ListPage } from '#console/list/list-page.tsx'
import type { List } from '#console/list/use-list.ts'
import { useListPage } from '#console/list/use-list-page.ts'
import { usePageCommands } from '#console/list/use-page-commands.ts'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import {
  categoriesLink,
  importsLink,
  newProductLink,
  productsLink,
  staffProductLink,
  stockLink,
} from '#console/shell/console-links.ts'
import { useKeys } from '#console/shell/use-keys.ts'
import { buttonClass } from '#console/ui/buttons/button.tsx'
import { EmptyView } from '#console/ui/content/empty-view.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { toQuery } from '#contract/calls/call.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { StaffInput } from '#contract/calls/staff-call.ts'
import { listStaffCategories } from '#features/catalogue/categories.staff.contract.ts'
import { countStaffProducts, listStaffProducts, type ProductRow } from '#features/catalogue/products.staff.contract.ts'
import { ExportLink } from '#features/imports/console/parts/export-link.tsx'
import { listViews } from '#features/staff/views.staff.contract.ts'
import { LayoutChoice } from './layout-choice.tsx'
import { listColumns, listFilters, ProductCard, renderName } from './product-columns.tsx'
import { listBuiltIn } from './product-views.ts'
import { ProductsBulk, productsAtOnce, useStateChange } from './products-bulk.tsx'

/** The preview and the tiles load only when they are opened. */
const ProductQuickView = lazy(async () => ({ default: (await import('./product-quick-view.tsx')).ProductQuickView }))
const ProductTiles = lazy(async () => ({ default: (await import('./product-tiles.tsx')).ProductTiles }))

type Search = StaffInput<typeof listStaffProducts>

export async function loadProducts({ context: { load }, deps }: { context: ConsoleContext; deps: Search }) {
  const [{ data: page }, categories, counts, views] = await Promise.all([
    load(listStaffProducts, deps),
    loadAll(load, listStaffCategories, {}),
    load(countStaffProducts, {}),
    load(listViews, { place: 'products' }),
  ])
  return { page, categories, counts: counts.data.counts, views: views.data.data }
}

const hints = [
  { keys: ['Space'], does: 'peek' },
  { keys: ['X'], does: 'select' },
  { keys: ['S'], does: 'stock' },
]

/** Product changes send no live events, so the list is reloaded only when it is opened. */
const catalogueTopics: string[] = []

export function ProductsPage() {
  const { page: first, categories, counts, views: saved } = usePageData<typeof loadProducts>(productsLink)
  const { call } = useConsole()
  const mayWrite = allowsScope(useMe().scopes, 'catalogue:write')
  const page = useListPage<ProductRow>({
    path: productsLink,
    first,
    topics: catalogueTopics,
    keyOf: ({ handle }) => handle,
    read: async (input) => (await call(listStaffProducts, input as Search)).data,
    maxSelected: mayWrite ? productsAtOnce : 0,
  })
  const { list, rows, search, previewed } = page
  const areTiles = search.look === 'tiles'
  const nameOf = (code: string) => categories.find((one) => one.code === code)?.name ?? code
  useCommands(page.current, mayWrite)
  const change = useStateChange(rows.clear)
  return (
    <ListPage
      page={page}
      title="Products"
      actions={<Actions mayWrite={mayWrite} />}
      views={{ place: 'products', label: 'Views', builtIn: listBuiltIn(counts), saved }}
      filters={{
        searchLabel: 'Name, handle or SKU',
        filters: listFilters(categories.map(({ code, name }) => ({ value: code, name }))),
        tools: <LayoutChoice look={search.look} change={page.change} />,
      }}
      notices={<Refusal problem={change.problem} />}
      empty={<NoProducts search={search} mayWrite={mayWrite} />}
      body={
        areTiles && (
          <Suspense>
            <ProductTiles list={list} />
          </Suspense>
        )
      }
      table={{
        columns: listColumns(nameOf),
        nameHeading: 'Product',
        nameOf: renderName,
        hrefOf: ({ handle }) => staffProductLink(handle),
        card: (row) => <ProductCard row={row} category={nameOf(row.category)} />,
        peek: page.togglePreview,
      }}
      hints={areTiles ? [] : hints}
      foot={formatRowCount(list, 'products') + formatSkuCount(list)}
    >
      {previewed && (
        <Suspense>
          <ProductQuickView row={previewed} move={rows.move} close={page.closePreview} />
        </Suspense>
      )}
      <ProductsBulk products={list.rows} rows={rows} change={change} />
    </ListPage>
  )
}

/** Formats the number of SKUs once all rows are loaded. */
const formatSkuCount = ({ rows, next }: List<ProductRow>) =>
  next === null ? `, ${formatCappedCount(rows.reduce((sum, { skus }) => sum + skus, 0))} SKUs` : ''

function useCommands(current: ProductRow | undefined, mayWrite: boolean): void {
  const router = useRouter()
  const openStock = () => current && router.navigate({ href: stockLink + toQuery({ product: current.handle }) })
  const create = () => router.navigate({ href: newProductLink })
  useKeys({ s: openStock })
  usePageCommands(mayWrite ? [{ name: 'New product', hint: 'C', icon: Plus, run: create }] : [], 'Products')
}

function Actions({ mayWrite }: { mayWrite: boolean }) {
  return (
    <>
      <ConsoleLink href={categoriesLink} className={buttonClass()}>
        Categories
      </ConsoleLink>
      <ConsoleLink href={stockLink} className={buttonClass()}>
        Stock
      </ConsoleLink>
      <ExportLink list="products" />
      <ConsoleLink href={importsLink} className={buttonClass()}>
        <Upload size={16} strokeWidth={1.75} aria-hidden />
        Import
      </ConsoleLink>
      {mayWrite && <CreateLink href={newProductLink}>New product</CreateLink>}
    </>
  )
}

function NoProducts({ search, mayWrite }: { search: Search; mayWrite: boolean }) {
  const { sort: _, ...filters } = pickRowParameters(search)
  if (Object.values(filters).some(Boolean)) {
    return (
      <EmptyView title="No matching products" text="No results match the search and the filters.">
        <ConsoleLink href={productsLink}>Clear the filters</ConsoleLink>
      </EmptyView>
    )
  }
  return (
    <EmptyView title="No products yet" text="Create the first product, or import products from another shop.">
      {mayWrite && <ConsoleLink href={newProductLink}>New product</ConsoleLink>}
      <ConsoleLink href={importsLink}>Import</ConsoleLink>
    </EmptyView>
  )
}
