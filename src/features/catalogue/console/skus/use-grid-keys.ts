import { type KeyboardEvent, useRef } from 'react'
import type { SkuEdit } from './sku-edits.rules.ts'
import { fillDown, type GridRow } from './sku-grid.rules.ts'

type Grid = { rows: GridRow[]; edits: SkuEdit[]; onChange: (rows: GridRow[]) => void }

/** Handles spreadsheet keys: Enter moves down, Shift+Enter moves up, and Ctrl+D copies the cell into all rows below. */
export function useGridKeys({ rows, edits, onChange }: Grid) {
  const body = useRef<HTMLTableSectionElement>(null)
  function goTo(row: number, column: number) {
    const cell = body.current?.querySelector<HTMLInputElement>(`[data-cell="${row} ${column}"]`)
    cell?.focus()
    cell?.select()
  }
  function press(event: KeyboardEvent<HTMLInputElement>, at: number, column: number) {
    const isWithControl = event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && !isWithControl) {
      event.preventDefault()
      goTo(at + (event.shiftKey ? -1 : 1), column)
    }
    if (event.key.toLowerCase() === 'd' && isWithControl) {
      event.preventDefault()
      const text = event.currentTarget.value
      onChange(fillDown(rows, at, (row) => edits[column]?.read(text, row) ?? row))
    }
  }
  return { body, press }
}
