import { useRouter } from '@tanstack/react-router'
import { Eye, EyeOff, Plus, Upload } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { loadAll } from '#console/data/load-all.ts'
import { useCommand } from '#console/data/use-command.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import { BulkBar } from '#console/list/bulk/bulk-bar.tsx'
import { FilterRow } from '#console/list/filters/filter-row.tsx'
import { SavedViews } from '#console/list/filters/saved-views.tsx'
import { showCount } from '#console/list/filters/view-tabs.tsx'
import { readColumns } from '#console/list/table/column-choice.rules.ts'
import { ColumnChoice } from '#console/list/table/column-choice.tsx'
import { ListFoot } from '#console/list/table/list-foot.tsx'
import { ListTable } from '#console/list/table/list-table.tsx'
import { useRows } from '#console/list/table/use-rows.ts'
import { useList, useListAddress } from '#console/list/use-list.ts'
import { usePaletteCommands } from '#console/palette/palette-store.ts'
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
import { buttonClass } from '#console/ui/button.tsx'
import { EmptyView } from '#console/ui/empty-view.tsx'
import { Money } from '#console/ui/money.tsx'
import { Refusal } from '#console/ui/note.tsx'
import { PageHead } from '#console/ui/page-head.tsx'
import { Status } from '#console/ui/status.tsx'
import { Thumb } from '#console/ui/thumbs.tsx'
import { showToast } from '#console/ui/toast-store.ts'
import { toQuery } from '#contract/calls/call.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { StaffInput, StaffOutput } from '#contract/calls/staff-call.ts'
import { listStaffCategories } from '#features/catalogue/categories.staff.contract.ts'
import type { ProductState } from '#features/catalogue/product.staff.rules.ts'
import {
  countStaffProducts,
  editProduct,
  listStaffProducts,
  type ProductRow,
} from '#features/catalogue/products.staff.contract.ts'
import { ExportLink } from '#features/imports/console/parts/export-link.tsx'
import { listViews } from '#features/staff/views.staff.contract.ts'
import { LookChoice } from './look-choice.tsx'
import { listColumns, listFilters } from './product-columns.tsx'
import { stateLooks } from './product-looks.ts'
import styles from './products-page.module.css'

/** Fetched by whoever looks at them that way. */
const ProductPeek = lazy(async () => ({ default: (await import('./product-peek.tsx')).ProductPeek }))
const ProductTiles = lazy(async () => ({ default: (await import('./product-tiles.tsx')).ProductTiles }))

type Search = StaffInput<typeof listStaffProducts>
type Counts = StaffOutput<typeof countStaffProducts>['counts']

export async function loadProducts({ context: { load }, deps }: { context: ConsoleContext; deps: Search }) {
  const [{ data: page }, categories, counts, views] = await Promise.all([
    load(listStaffProducts, deps),
    loadAll(load, listStaffCategories, {}),
    load(countStaffProducts, {}),
    load(listViews, { place: 'products' }),
  ])
  return { page, categories, counts: counts.data.counts, views: views.data.data }
}

/** One product after the other: each is a call of its own, so no more than a screen's worth. */
const bulkMost = 50

const views: { name: string; search: Record<string, string>; count: keyof Counts; isLate?: true }[] = [
  { name: 'All', search: {}, count: 'all' },
  { name: 'On sale', search: { status: 'live' }, count: 'live' },
  { name: 'Low stock', search: { stock: 'low' }, count: 'low', isLate: true },
  { name: 'Sold out', search: { stock: 'out' }, count: 'out' },
  { name: 'Hidden', search: { status: 'hidden' }, count: 'hidden' },
  { name: 'Ended', search: { status: 'ended' }, count: 'ended' },
  { name: 'Missing texts', search: { texts: 'missing' }, count: 'texts_missing' },
]

/** Nobody tells of products as they change; a list of them is read anew when it is opened. */
const catalogueTopics: string[] = []

export function ProductsPage() {
  const { page, categories, counts, views: saved } = usePageData<typeof loadProducts>(productsLink)
  const { call } = useConsole()
  const router = useRouter()
  const { search, change } = useListAddress(productsLink)
  const mayWrite = allowsScope(useMe().scopes, 'catalogue:write')
  const list = useList<ProductRow>({
    first: page,
    search,
    topics: catalogueTopics,
    keyOf: ({ handle }) => handle,
    read: async (input) => (await call(listStaffProducts, input as Search)).data,
  })
  const rows = useRows(
    list.rows.map(({ handle }) => handle),
    { at: search.at, most: bulkMost },
  )
  const { run, busy, problem } = useCommand()
  const nameOf = (code: string) => categories.find((one) => one.code === code)?.name ?? code
  const columns = listColumns(nameOf)
  const order = readColumns(columns, search.columns)
  const ticked = list.rows.filter(({ handle }) => rows.isTicked(handle))
  const current = list.rows[rows.index]
  const peeked = search.peek ? current : undefined
  const openStock = () => current && router.navigate({ href: stockLink + toQuery({ product: current.handle }) })
  const open = ({ handle }: ProductRow) => router.navigate({ href: staffProductLink(handle) })
  const create = () => router.navigate({ href: newProductLink })
  useKeys({ s: openStock, ...(mayWrite && { c: create }) })
  usePaletteCommands(mayWrite ? [{ name: 'New product', hint: 'C', icon: Plus, run: create }] : [], 'Products')
  /** Reversed by the opposite, so it runs at once. */
  function setState(products: ProductRow[], status: ProductState) {
    return run('state', async () => {
      for (const { handle } of products) await call(editProduct, { handle, status }, { ifMatch: '*' })
      rows.clear()
      const before = products.map((one) => ({ ...one }))
      showToast(`${products.length} ${products.length === 1 ? 'product' : 'products'}: ${stateLooks[status].name}`, {
        action: {
          label: 'Undo',
          run: () =>
            void run('undo', async () => {
              for (const one of before)
                await call(editProduct, { handle: one.handle, status: one.status }, { ifMatch: '*' })
            }),
        },
      })
    })
  }
  const { at: _at, peek: _peek, columns: _columns, sort: _sort, look: _look, ...filters } = search
  const isFiltered = Object.values(filters).some(Boolean)
  const hidden = ticked.filter(({ status }) => status !== 'live')
  const live = ticked.filter(({ status }) => status === 'live')
  return (
    <main className={styles.page}>
      <PageHead title="Products">
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
        {mayWrite && (
          <ConsoleLink href={newProductLink} className={buttonClass({ tone: 'primary' })} hint="C">
            <Plus size={16} strokeWidth={1.75} aria-hidden />
            New product
          </ConsoleLink>
        )}
      </PageHead>
      <SavedViews
        place="products"
        label="Views"
        path={productsLink}
        search={search}
        builtIn={views.map(({ name, search: words, count, isLate }) => ({
          name,
          href: productsLink + toQuery(words),
          count: counts[count],
          isLate: isLate === true && counts[count] > 0,
        }))}
        saved={saved}
      />
      <FilterRow
        searchLabel="Name, handle or sku"
        search={search}
        change={change}
        filters={listFilters(categories.map(({ code, name }) => ({ value: code, name })))}
      >
        {search.look !== 'tiles' && <ColumnChoice columns={columns} word={search.columns} change={change} />}
        <LookChoice look={search.look} change={change} />
      </FilterRow>
      <Refusal problem={problem} />
      {list.rows.length === 0 ? (
        <NoProducts isFiltered={isFiltered} mayWrite={mayWrite} />
      ) : search.look === 'tiles' ? (
        <Suspense>
          <ProductTiles list={list} />
        </Suspense>
      ) : (
        <ListTable
          label="Products"
          list={list}
          rows={rows}
          columns={columns}
          order={order}
          nameHeading="Product"
          nameOf={(row) => (
            <span className={styles.name}>
              <Thumb src={row.image} />
              {row.name}
            </span>
          )}
          hrefOf={({ handle }) => staffProductLink(handle)}
          card={(row) => <Card row={row} category={nameOf(row.category)} />}
          hasTicks={mayWrite}
          open={open}
          peek={() => change({ peek: search.peek ? undefined : '1' })}
        />
      )}
      {peeked && (
        <Suspense>
          <ProductPeek row={peeked} move={rows.move} close={() => change({ peek: undefined })} />
        </Suspense>
      )}
      <BulkBar
        count={ticked.length}
        clear={rows.clear}
        isBusy={busy !== null}
        commands={[
          { name: 'Put on sale', icon: Eye, fits: hidden.length, run: () => setState(hidden, 'live') },
          { name: 'Hide', icon: EyeOff, fits: live.length, run: () => setState(live, 'hidden') },
        ]}
      />
      <ListFoot
        isTable={search.look !== 'tiles'}
        hints={
          search.look === 'tiles'
            ? []
            : [
                { keys: ['Space'], does: 'peek' },
                { keys: ['X'], does: 'select' },
                { keys: ['S'], does: 'stock' },
              ]
        }
      >
        {list.total === null ? `${showCount(list.rows.length)} shown` : `${showCount(list.total)} products`}
        {list.next === null && `, ${showCount(list.rows.reduce((sum, { skus }) => sum + skus, 0))} skus`}
      </ListFoot>
    </main>
  )
}

function Card({ row, category }: { row: ProductRow; category: string }) {
  return (
    <span className={styles.card}>
      <Thumb src={row.image} size="line" />
      <span className={styles.words}>
        <b>{row.name}</b>
        <span>
          {category} · {showCount(row.stock)} in stock
          {row.price && (
            <>
              {' · '}
              <Money of={row.price} />
            </>
          )}
        </span>
        <Status look={stateLooks[row.status]} />
      </span>
    </span>
  )
}

function NoProducts({ isFiltered, mayWrite }: { isFiltered: boolean; mayWrite: boolean }) {
  if (isFiltered) {
    return (
      <EmptyView title="No product like that" text="Nothing fits the search and the filters.">
        <ConsoleLink href={productsLink}>Clear the filters</ConsoleLink>
      </EmptyView>
    )
  }
  return (
    <EmptyView title="No products yet" text="Make the first one by hand, or bring them from another shop.">
      {mayWrite && <ConsoleLink href={newProductLink}>New product</ConsoleLink>}
      <ConsoleLink href={importsLink}>Import</ConsoleLink>
    </EmptyView>
  )
}
