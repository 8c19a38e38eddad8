import { toPriceValue } from '#contract/money/money.ts'
import { hourMs, toWireTime } from '#contract/times/times.ts'

type Cell = string | number | null | undefined

/** Formats rows under their headings, in columns as wide as the content. */
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

/** Formats pairs of label and value, one pair per line. */
export function printFacts(facts: [label: string, value: Cell][]): string {
  const shown = facts.filter(([, value]) => value !== null && value !== undefined && value !== '')
  const width = Math.max(...shown.map(([label]) => label.length))
  return shown.map(([label, value]) => `${label.padEnd(width)}  ${clean(String(value))}`).join('\n')
}

// Shoppers write these texts. Control characters and bidirectional marks would change the terminal.
const controlCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu

function clean(text: string): string {
  return text.replace(controlCharacters, ' ').trim()
}

export function printLine(text: string): string {
  return clean(text)
}

/** Formats a shopper's text with a bar before each line, so that the text cannot pass for the program's own output. */
export function quote(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => `| ${clean(line)}`.trimEnd())
    .join('\n')
}

/** Removes all control characters except line ends. Every text passes through here before the terminal. */
export function cleanLines(text: string): string {
  return text.replace(controlCharacters, (found) => '\n'.repeat(found.split('\n').length - 1) || ' ')
}

export function printTime(time: Date | null): string {
  return time ? toWireTime(time) : ''
}

/** Formats the time until or since a moment. Overdue moments are marked. */
export function printDue(due: Date, now: Date): string {
  const hours = Math.round(Math.abs(due.getTime() - now.getTime()) / hourMs)
  const span = hours >= 48 ? `${Math.round(hours / 24)} days` : `${hours} h`
  return due < now ? `LATE by ${span}` : `in ${span}`
}

/** Formats a moment as the staff API does. */
export function printMoment(moment: string | null): string {
  return moment ? toWireTime(new Date(moment)) : ''
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
