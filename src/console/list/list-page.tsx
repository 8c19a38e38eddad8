import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { PageHead } from '#console/ui/layout/page-head.tsx'
import { type Filter, FilterRow } from './filters/filter-row.tsx'
import { SavedViews } from './filters/saved-views.tsx'
import { formatCappedCount } from './filters/view-tabs.tsx'
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
  /** The accessible name of the table. The default is the title of the page. */
  label?: string
  sort?: {
    by: string
    change: (by: string) => void
    /** The sort orders that the filter row offers by name. Without these choices, only column heads sort. */
    choices?: { value: string; name: string }[]
  }
}

type Filters = {
  /** The accessible name of the search, with the fields it searches. */
  searchLabel: string
  filters: Filter[]
  /** The shown filter values, if they differ from the address. */
  shown?: Search
  /** Converts a changed filter to parameters of the address. */
  toWords?: (change: Search) => Search
  /** Further controls at the end of the row. */
  tools?: ReactNode
}

type Props<T> = {
  page: ListPageState<T>
  title: string
  /** The class that replaces the default class of the page. */
  className?: string
  /** The link back, above the title. */
  crumb?: ReactNode
  /** Content next to the title. */
  beside?: ReactNode
  /** Buttons and links in the head. */
  actions?: ReactNode
  /**
   * The tabs of built-in and saved views. Saved views store the choice of columns, so a page with views offers that
   * choice.
   */
  views?: Omit<ComponentProps<typeof SavedViews>, 'path' | 'search'>
  /** The tabs of a page without saved views. */
  tabs?: ReactNode
  filters?: Filters
  /** Notices above the rows, such as a refused command or the progress of a job. */
  notices?: ReactNode
  table?: TableData<T>
  /** The content that shows the rows, if not as a table. */
  body?: ReactNode
  /** The content in place of the rows if there are none. */
  empty: ReactNode
  /** The bulk bar, the preview and dialogs. */
  children?: ReactNode
  /** The text at the foot, with the number of rows. */
  foot: ReactNode
  hints?: ComponentProps<typeof ListFoot>['hints']
}

/** Renders the frame of a console list: head, tabs, filters, rows and foot. */
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

/** Renders the search, the filters, and the choices of sort order and columns. */
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

/** Formats the number of rows, or the number of loaded rows if the total is unknown. */
export function formatRowCount({ total, rows }: Pick<ListRows<unknown>, 'total' | 'rows'>, noun: string): string {
  return total === null ? `${formatCappedCount(rows.length)} shown` : `${formatCappedCount(total)} ${noun}`
}
