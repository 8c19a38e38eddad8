import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { useKeys } from '#console/shell/use-keys.ts'
import type { List } from '../use-list.ts'
import type { Rows } from './use-rows.ts'

type Body = RefObject<HTMLElement | null>
type Actions<T> = {
  list: List<T>
  rows: Rows
  hasTicks: boolean
  open: (row: T) => void
  peek: ((row: T) => void) | undefined
}

/** Moves the cursor by keys and scrolls to its row. Returns a function that focuses a row. */
export function useCursor<T>(
  body: Body,
  virtual: Virtualizer<Window, HTMLTableRowElement>,
  { list, rows, hasTicks, open, peek }: Actions<T>,
): (at: number) => void {
  const moves = useRef(0)
  const move = (step: number) => {
    rows.move(step)
    moves.current++
  }
  const { index } = rows
  const moved = moves.current
  useEffect(() => {
    if (moved === 0 || index < 0) return
    virtual.scrollToIndex(index, { align: 'auto' })
    // A row that was out of sight is drawn a moment later.
    const frame = requestAnimationFrame(() => focusRow(body.current, index))
    return () => cancelAnimationFrame(frame)
  }, [moved, index, virtual, body])
  const current = list.rows[index]
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    ...(hasTicks &&
      current && {
        x: () => rows.tick(list.keyOf(current)),
        'shift+x': () => rows.tick(list.keyOf(current), true),
      }),
  })
  useRowKeys(body, {
    move,
    open: () => current && open(current),
    peek: () => current && peek?.(current),
    tickAll: hasTicks ? () => rows.tickAll(true) : undefined,
  })
  return useCallback((at: number) => focusRow(body.current, at), [body])
}

function focusRow(body: HTMLElement | null, index: number): void {
  const links = body?.querySelectorAll<HTMLElement>(`[data-index="${index}"] [data-row]`) ?? []
  for (const link of links) if (link.offsetParent) link.focus({ preventScroll: true })
}

type RowKeys = { move: (step: number) => void; open: () => void; peek: () => void; tickAll: (() => void) | undefined }

/** Handles keys that other parts of a page use too. These keys work only while a row, or nothing, has the focus. */
function useRowKeys(body: Body, keys: RowKeys): void {
  const known = useRef(keys)
  known.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target } = event
      if (!(target instanceof Element)) return
      const isRow = target.matches('[data-row]') && body.current?.contains(target)
      if (!(isRow || target === document.body) || document.querySelector('dialog[open]')) return
      const isCtrl = event.ctrlKey || event.metaKey
      const run = findRun(event.key, isCtrl, known.current, Boolean(isRow))
      if (!run || event.altKey) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [body])
}

function findRun(key: string, isCtrl: boolean, keys: RowKeys, isRow: boolean): (() => void) | undefined {
  if (isCtrl) return key === 'a' ? keys.tickAll : undefined
  if (key === 'ArrowDown') return () => keys.move(1)
  if (key === 'ArrowUp') return () => keys.move(-1)
  if (key === ' ') return keys.peek
  // A focused row is opened by its own link.
  return key === 'Enter' && !isRow ? keys.open : undefined
}
