import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { PageHead } from '#console/ui/page-head.tsx'
import { type Filter, FilterRow } from './filters/filter-row.tsx'
import { SavedViews } from './filters/saved-views.tsx'
import { showCount } from './filters/view-tabs.tsx'
import styles from './list-page.module.css'
import { readColumns } from './table/column-choice.rules.ts'
import { ColumnChoice } from './table/column-choice.tsx'
import { ListFoot } from './table/list-foot.tsx'
import type { ListRows } from './table/list-rows.rules.ts'
import { ListTable } from './table/list-table.tsx'
import { SortChoice } from './table/sort-choice.tsx'
import type { ListPageState } from './use-list-page.ts'

type Search = Record<string, string | undefined>

type TableData<T> = Pick<
  ComponentProps<typeof ListTable<T>>,
  'columns' | 'nameHeading' | 'nameOf' | 'hrefOf' | 'card' | 'peek'
> & {
  /** Accessible name of the table; by default the title of the page. */
  label?: string
  sort?: {
    by: string
    change: (by: string) => void
    /** Orders that the filter row offers by name; without them only the column heads sort. */
    choices?: { value: string; name: string }[]
  }
}

type Filters = {
  /** Names the fields that the search looks through. */
  searchLabel: string
  filters: Filter[]
  /** The values that the filters show, where they are not simply those of the address. */
  shown?: Search
  /** Turns a changed filter into words of the address. */
  toWords?: (change: Search) => Search
  /** Further controls at the end of the row. */
  tools?: ReactNode
}

type Props<T> = {
  page: ListPageState<T>
  title: string
  /** Replaces the class of the page. */
  className?: string
  /** The way back, above the title. */
  crumb?: ReactNode
  /** Stands beside the title. */
  beside?: ReactNode
  /** Buttons and links of the head. */
  actions?: ReactNode
  /** Tabs of built-in and saved views. Saved views keep the choice of columns, so a page with views offers that choice. */
  views?: Omit<ComponentProps<typeof SavedViews>, 'path' | 'search'>
  /** Tabs of a page without saved views. */
  tabs?: ReactNode
  filters?: Filters
  /** Stands above the rows: a refused command, the progress of a job. */
  notices?: ReactNode
  table?: TableData<T>
  /** Shows the rows in another way than as a table. */
  body?: ReactNode
  /** Takes the place of the rows where there are none. */
  empty: ReactNode
  /** The bulk bar, the peek and dialogs. */
  children?: ReactNode
  /** Text of the foot: how many rows there are. */
  foot: ReactNode
  hints?: ComponentProps<typeof ListFoot>['hints']
}

/** The frame of a list in the console: head, tabs, filters, rows and foot. */
export function ListPage<T>(props: Props<T>) {
  const { page, title, className = styles.page, crumb, beside, actions, views, tabs, filters, notices } = props
  const { table, body, empty, children, foot, hints } = props
  return (
    <main className={className}>
      <PageHead title={title} crumb={crumb} beside={beside}>
        {actions}
      </PageHead>
      {views && <SavedViews path={page.path} search={page.search} {...views} />}
      {tabs}
      {filters && <Filters page={page} {...filters} table={body || !views ? undefined : table} />}
      {notices}
      {page.list.rows.length === 0 ? empty : body || (table && <Table page={page} label={title} {...table} />)}
      {children}
      <ListFoot isTable={!body} hints={hints}>
        {foot}
      </ListFoot>
    </main>
  )
}

type FiltersProps<T> = Filters & { page: ListPageState<T>; table: TableData<T> | undefined }

/** Search, filters, and the choices of order and columns that the table has. */
function Filters<T>({ page, searchLabel, filters, shown, toWords, tools, table }: FiltersProps<T>) {
  const { search, change, filter } = page
  const sort = table?.sort
  return (
    <FilterRow
      searchLabel={searchLabel}
      search={shown ?? search}
      filters={filters}
      change={(words) => filter(toWords ? toWords(words) : words)}
    >
      {(table || tools) && (
        <>
          {sort?.choices && <SortChoice choices={sort.choices} value={sort.by} change={sort.change} />}
          {table && <ColumnChoice columns={table.columns} word={search.columns} change={change} />}
          {tools}
        </>
      )}
    </FilterRow>
  )
}

function Table<T>({ page, label, ...table }: TableData<T> & { page: ListPageState<T>; label: string }) {
  const router = useRouter()
  const { list, rows, search, hasTicks } = page
  return (
    <ListTable
      {...table}
      label={label}
      list={list}
      rows={rows}
      order={readColumns(table.columns, search.columns)}
      hasTicks={hasTicks}
      open={(row) => router.navigate({ href: table.hrefOf(row) })}
    />
  )
}

/** Returns how many rows a list has, or how many are shown where nobody counts them. */
export function tellCount({ total, rows }: Pick<ListRows<unknown>, 'total' | 'rows'>, noun: string): string {
  return total === null ? `${showCount(rows.length)} shown` : `${showCount(total)} ${noun}`
}
