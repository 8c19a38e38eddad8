import { useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { NumberField, SelectField, TextField } from '#console/ui/fields/field.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { Table } from '#console/ui/layout/table.tsx'
import { Dialog } from '#console/ui/overlays/dialog.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { type StockReason, stockReasons } from '#features/catalogue/stock.rules.ts'
import { changeStock, listStockMoves, type StockMove } from '#features/catalogue/stock.staff.contract.ts'

const reasonNames: Record<StockReason, string> = {
  counted: 'Counted',
  received: 'Received from the supplier',
  returned: 'Returned',
  damaged: 'Damaged',
  lost: 'Lost',
  sold_elsewhere: 'Sold elsewhere',
  corrected: 'Corrected',
}
type Props = {
  row: { sku: string; stock: number }
  mayWrite: boolean
  onClose: () => void
  onChanged: (stock: number) => void
}

/** Renders the dialog that sets the stock of a SKU and lists earlier changes by staff. */
export function StockDialog({ row, mayWrite, onClose, onChanged }: Props) {
  const { call } = useConsole()
  const { run, busy, problem } = useCommand()
  const [stock, setStock] = useState<number | null>(row.stock)
  const [reason, setReason] = useState<StockReason>('counted')
  const [note, setNote] = useState('')
  const by = (stock ?? 0) - row.stock
  const save = () =>
    run('stock', async () => {
      const { data } = await call(changeStock, { items: [{ sku: row.sku, set: stock ?? 0, reason, note }] })
      onChanged(data.moves[0]?.stock ?? stock ?? 0)
      showToast(`${row.sku}: ${stock} in stock`)
      onClose()
    })
  const footer = (close: () => void) => (
    <>
      <Button size="large" onClick={close}>
        Close
      </Button>
      {mayWrite && (
        <Button size="large" tone="primary" type="submit" isBusy={busy !== null} disabled={stock === null || by === 0}>
          Set to {stock ?? '…'}
        </Button>
      )}
    </>
  )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Stock of ${row.sku}`}
      isChanged={by !== 0}
      onSubmit={save}
      says={mayWrite && by !== 0 ? `${by > 0 ? '+' : '−'}${Math.abs(by)}, recorded under your name` : undefined}
      footer={footer}
    >
      <Refusal problem={problem} />
      {mayWrite && (
        <>
          <NumberField
            label="Units in stock"
            value={stock}
            onChange={setStock}
            hint={`Recorded stock: ${row.stock}.`}
          />
          <SelectField
            label="Reason"
            value={reason}
            onChange={setReason}
            options={stockReasons.map((one) => ({ value: one, name: reasonNames[one] }))}
          />
          <TextField label="Note" value={note} maxLength={200} onChange={setNote} />
        </>
      )}
      <StockMoves sku={row.sku} />
    </Dialog>
  )
}

/** Renders the manual changes of stock, loaded on demand. */
function StockMoves({ sku }: { sku: string }) {
  const { call } = useConsole()
  const [moves, setMoves] = useState<StockMove[] | null>(null)
  const read = async () => setMoves((await call(listStockMoves, { sku, limit: 20 })).data.data)
  if (moves === null) return <Button onClick={read}>Show earlier changes by staff</Button>
  if (moves.length === 0) return <p>No manual changes yet.</p>
  return (
    <Table
      label="Changes"
      isCompact
      columns={[{ name: 'When' }, { name: 'Who' }, { name: 'Reason' }, { name: 'Change' }]}
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
  )
}
