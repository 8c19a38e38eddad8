import type { KeyboardEvent } from 'react'

type RovingOptions = { isRtl?: boolean; vertical?: boolean }

/** Returns the index after an arrow key in a list of choices that wraps around. Returns null for other keys. */
export function nextIndex(key: string, current: number, length: number, options: RovingOptions = {}): number | null {
  if (length === 0) return null
  if (key === 'Home') return 0
  if (key === 'End') return length - 1
  const forward = options.vertical ? 'ArrowDown' : options.isRtl ? 'ArrowLeft' : 'ArrowRight'
  const backward = options.vertical ? 'ArrowUp' : options.isRtl ? 'ArrowRight' : 'ArrowLeft'
  if (key === forward) return (current + 1) % length
  if (key === backward) return (Math.max(current, 0) - 1 + length) % length
  return null
}

/** Moves the focus between the rows of a list or menu on an arrow key. */
export function moveFocus(event: KeyboardEvent<HTMLElement>, selector: string): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)]
  const current = rows.findIndex((row) => row.matches(':focus'))
  const next = nextIndex(event.key, current, rows.length, { vertical: true })
  if (next === null) return
  event.preventDefault()
  rows[next]?.focus()
}
