import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import { FilterRow } from '#console/list/filters/filter-row.tsx'
import { showCount, ViewTabs } from '#console/list/filters/view-tabs.tsx'
import { ListFoot } from '#console/list/table/list-foot.tsx'
import { type Column, ListTable } from '#console/list/table/list-table.tsx'
import { useRows } from '#console/list/table/use-rows.ts'
import { useList, useListAddress } from '#console/list/use-list.ts'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { lowStockLink, productsLink, staffProductLink, stockLink } from '#console/shell/console-links.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog } from '#console/ui/dialog.tsx'
import { EmptyView } from '#console/ui/empty-view.tsx'
import { NumberField, SelectField, TextField } from '#console/ui/field.tsx'
import { Moment } from '#console/ui/moment.tsx'
import { Refusal } from '#console/ui/note.tsx'
import { PageHead } from '#console/ui/page-head.tsx'
import { Status } from '#console/ui/status.tsx'
import { Table } from '#console/ui/table.tsx'
import { Thumb } from '#console/ui/thumbs.tsx'
import { showToast } from '#console/ui/toast-store.ts'
import { toQuery } from '#contract/calls/call.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { StaffOutput } from '#contract/calls/staff-call.ts'
import { lowStock, type StockReason, stockReasons } from '#features/catalogue/stock.rules.ts'
import { changeStock, listStock, listStockMoves, type StockMove } from '#features/catalogue/stock.staff.contract.ts'
import { stateLooks } from '../products/product-looks.ts'
import styles from '../products/products-page.module.css'

type Row = StaffOutput<typeof listStock>['data'][number]
type Search = { below?: string; is_low?: string; product?: string; q?: string; sort?: 'sku' | 'stock' }

export async function loadStock({ context: { load }, deps }: { context: ConsoleContext; deps: Search }) {
  return (await load(listStock, deps as never)).data
}

const reasonNames: Record<StockReason, string> = {
  counted: 'Counted',
  received: 'Received from the maker',
  returned: 'Came back',
  damaged: 'Damaged',
  lost: 'Lost',
  sold_elsewhere: 'Sold elsewhere',
  corrected: 'Corrected',
}
const catalogueTopics: string[] = []

/** What is left of every sku, and how it came to be. */
export function StockPage() {
  const page = usePageData<typeof loadStock>(stockLink)
  const { call } = useConsole()
  const router = useRouter()
  const { search, change } = useListAddress(stockLink)
  const mayWrite = allowsScope(useMe().scopes, 'stock:write')
  const [counted, setCounted] = useState<Row | null>(null)
  const list = useList<Row>({
    first: page,
    search,
    topics: catalogueTopics,
    keyOf: ({ sku }) => sku,
    read: async (input) => (await call(listStock, input as never)).data,
  })
  const rows = useRows(
    list.rows.map(({ sku }) => sku),
    { at: search.at, most: 1 },
  )
  const columns: Column<Row>[] = [
    { id: 'product', name: 'Product', cell: ({ product }) => product.name },
    {
      id: 'options',
      name: 'Options',
      isExtra: true,
      cell: ({ options }) => options.map(({ value }) => value).join(' / '),
    },
    { id: 'state', name: 'State', isExtra: true, cell: ({ product }) => <Status look={stateLooks[product.status]} /> },
    {
      id: 'stock',
      name: 'Stock',
      isEnd: true,
      sort: 'stock',
      cell: ({ stock }) => <span className={stock <= lowStock ? styles.soldOut : ''}>{showCount(stock)}</span>,
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
          onClick={() => setCounted(row)}
        >
          {mayWrite ? 'Change' : 'History'}
        </Button>
      ),
    },
  ]
  return (
    <main className={styles.page}>
      <PageHead title="Stock" crumb={<ConsoleLink href={productsLink}>Products</ConsoleLink>} />
      <ViewTabs
        label="Views"
        views={[
          { name: 'All', href: stockLink },
          { name: 'Running out', href: lowStockLink },
          { name: 'Sold out', href: stockLink + toQuery({ below: '1', sort: 'sku' }) },
        ]}
        current={stockLink + toQuery({ below: search.below, is_low: search.is_low, sort: search.sort })}
      />
      <FilterRow
        searchLabel="Sku"
        search={search}
        change={change}
        filters={[{ name: 'product', label: 'Product', kind: 'text', placeholder: 'Its handle' }]}
      />
      {list.rows.length === 0 ? (
        <EmptyView
          title="No sku like that"
          text={search.below || search.is_low ? 'Of everything there is enough.' : 'Nothing fits.'}
        >
          <ConsoleLink href={stockLink}>Show all</ConsoleLink>
        </EmptyView>
      ) : (
        <ListTable
          label="Stock"
          list={list}
          rows={rows}
          columns={columns}
          nameHeading="Sku"
          nameOf={(row) => (
            <span className={styles.name}>
              <Thumb src={row.image} />
              <bdi dir="ltr">{row.sku}</bdi>
            </span>
          )}
          hrefOf={({ product }) => staffProductLink(product.handle)}
          card={(row) => (
            <span className={styles.card}>
              <Thumb src={row.image} size="line" />
              <span className={styles.words}>
                <b>{row.product.name}</b>
                <span>
                  {row.sku} · {showCount(row.stock)} in stock
                </span>
              </span>
            </span>
          )}
          sort={{ by: search.sort ?? 'sku', change: (by) => change({ sort: by.replace('-', '') }) }}
          open={({ product }) => router.navigate({ href: staffProductLink(product.handle) })}
        />
      )}
      <ListFoot>
        {list.total === null ? `${showCount(list.rows.length)} shown` : `${showCount(list.total)} skus`}
      </ListFoot>
      {counted && (
        <StockDialog
          key={counted.sku}
          row={counted}
          mayWrite={mayWrite}
          onClose={() => setCounted(null)}
          onChanged={(stock) => list.put({ ...counted, stock })}
        />
      )}
    </main>
  )
}

type DialogProps = { row: Row; mayWrite: boolean; onClose: () => void; onChanged: (stock: number) => void }

function StockDialog({ row, mayWrite, onClose, onChanged }: DialogProps) {
  const { call } = useConsole()
  const { run, busy, problem } = useCommand()
  const [stock, setStock] = useState<number | null>(row.stock)
  const [reason, setReason] = useState<StockReason>('counted')
  const [note, setNote] = useState('')
  const [moves, setMoves] = useState<StockMove[] | null>(null)
  const read = async () => setMoves((await call(listStockMoves, { sku: row.sku, limit: 20 })).data.data)
  const by = (stock ?? 0) - row.stock
  const save = () =>
    run('stock', async () => {
      const { data } = await call(changeStock, { items: [{ sku: row.sku, set: stock ?? 0, reason, note }] })
      onChanged(data.moves[0]?.stock ?? stock ?? 0)
      showToast(`${row.sku}: ${stock} in stock`)
      onClose()
    })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Stock of ${row.sku}`}
      isChanged={by !== 0}
      onSubmit={save}
      says={mayWrite && by !== 0 ? `${by > 0 ? '+' : '−'}${Math.abs(by)}, in your name` : undefined}
      footer={(close) => (
        <>
          <Button size="large" onClick={close}>
            Close
          </Button>
          {mayWrite && (
            <Button
              size="large"
              tone="primary"
              type="submit"
              isBusy={busy !== null}
              disabled={stock === null || by === 0}
            >
              Set to {stock ?? '…'}
            </Button>
          )}
        </>
      )}
    >
      <Refusal problem={problem} />
      {mayWrite && (
        <>
          <NumberField label="There are" value={stock} onChange={setStock} hint={`The shop knows ${row.stock}.`} />
          <SelectField
            label="Why"
            value={reason}
            onChange={setReason}
            options={stockReasons.map((one) => ({ value: one, name: reasonNames[one] }))}
          />
          <TextField label="Note" value={note} maxLength={200} onChange={setNote} />
        </>
      )}
      {moves === null ? (
        <Button onClick={read}>Show what staff changed before</Button>
      ) : moves.length === 0 ? (
        <p>Nobody has changed it by hand.</p>
      ) : (
        <Table
          label="Changes"
          isCompact
          columns={[{ name: 'When' }, { name: 'Who' }, { name: 'Why' }, { name: 'Change' }]}
        >
          {moves.map((move) => (
            <tr key={move.id}>
              <td>
                <Moment at={move.at} />
              </td>
              <td>{move.actor}</td>
              <td>
                {reasonNames[move.reason]}
                {move.note && `: ${move.note}`}
              </td>
              <td>
                {move.by > 0 ? '+' : '−'}
                {Math.abs(move.by)} → {move.stock}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Dialog>
  )
}
