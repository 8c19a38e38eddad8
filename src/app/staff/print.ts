import { toPriceValue } from '#contract/money.ts'
import { hourMs, toWireTime } from '#contract/times.ts'

type Cell = string | number | null | undefined

/** Rows under their headings, in columns as wide as they need to be. */
export function printTable(headings: string[], rows: Cell[][]): string {
  const cells = [headings, ...rows.map((row) => row.map((cell) => clean(String(cell ?? ''))))]
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Label and value, one a line. */
export function printFacts(facts: [label: string, value: Cell][]): string {
  const shown = facts.filter(([, value]) => value !== null && value !== undefined && value !== '')
  const width = Math.max(...shown.map(([label]) => label.length))
  return shown.map(([label, value]) => `${label.padEnd(width)}  ${clean(String(value))}`).join('\n')
}

// Shoppers write these texts, and a terminal obeys control characters.
function clean(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim()
}

export function printTime(time: Date | null): string {
  return time ? toWireTime(time) : ''
}

/** How long until then, or since then: what is late stands out. */
export function printDue(due: Date, now: Date): string {
  const hours = Math.round(Math.abs(due.getTime() - now.getTime()) / hourMs)
  const span = hours >= 48 ? `${Math.round(hours / 24)} days` : `${hours} h`
  return due < now ? `LATE by ${span}` : `in ${span}`
}

export function printMoney(amount: number, currency: string, decimals: number): string {
  return `${currency} ${toPriceValue(amount, decimals)}`
}

const longestCell = 60

export function shorten(text: string): string {
  return text.length > longestCell ? `${text.slice(0, longestCell - 1)}…` : text
}

export function countOf(count: number, one: string): string {
  return `${count} ${count === 1 ? one : `${one}s`}`
}
