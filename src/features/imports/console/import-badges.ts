import type { StatusBadge } from '#console/ui/content/status.tsx'
import type { ImportKindName, ImportStatus, RowOutcome, rowStates } from '../imports.rules.ts'

export const kindNames: Record<ImportKindName, string> = {
  products: 'Products',
  stock: 'Stock',
  customers: 'Customers',
  orders: 'Orders',
}

export const importBadges: Record<ImportStatus, StatusBadge> = {
  reading: { name: 'Reading', tone: 'info', gauge: 0.25 },
  ready: { name: 'To check', tone: 'warning', gauge: 0.5 },
  running: { name: 'Importing', tone: 'info', gauge: 0.75 },
  stopped: { name: 'Stopped', tone: 'warning', gauge: 'pause' },
  done: { name: 'Done', tone: 'success', gauge: 'tick' },
  undoing: { name: 'Undoing', tone: 'info', gauge: 0.25 },
  undone: { name: 'Undone', tone: 'ink', gauge: 'dash' },
}

export const outcomeNames: Record<RowOutcome, string> = {
  new: 'New',
  changed: 'Changed',
  unchanged: 'Unchanged',
  wrong: 'Cannot be read',
}

export const stateNames: Record<Exclude<(typeof rowStates)[number], 'waiting'>, string> = {
  left_out: 'Skipped',
  done: 'Imported',
  taken_back: 'Undone',
  left: 'Not undone',
}

export const countRecords = (preview: Record<RowOutcome, number>): number =>
  preview.new + preview.changed + preview.unchanged + preview.wrong

/** Formats a field such as `skus.EBB-M.price` as readable text. */
export const formatField = (field: string): string =>
  field
    .replace(/^[a-z]/, (letter) => (field.startsWith('skus.') ? letter : letter.toUpperCase()))
    .replace(/^skus\./, '')
    .replaceAll('_', ' ')
    .replaceAll('.', ' · ')

/** Formats a value as short text: a list by its entries, and money by its amount. */
export function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'empty'
  if (typeof value !== 'object') return String(value).slice(0, 80)
  return JSON.stringify(value)
    .replace(/["{}[\]]/g, '')
    .replaceAll(',', ', ')
    .slice(0, 80)
}

type Change = { field: string; before: unknown; after: unknown }

/** Returns the amount of a money value, of a price, or of the first of several prices. */
function findAmount(value: unknown): number | null {
  if (Array.isArray(value)) return findAmount(value[0])
  if (typeof value !== 'object' || value === null) return null
  const { amount, special, price }: { amount?: unknown; special?: unknown; price?: unknown } = value
  if (typeof amount === 'number') return amount
  return findAmount(special) ?? findAmount(price)
}

/** 0.6: a price cut of more than this share triggers a warning, because the decimal point may be misplaced. */
const suspiciousShare = 0.6

export type RowHint = { tone: 'warning' | 'success'; text: string }

/** Returns a warning or hint about a record before it is written, or null. */
export function findHint(changes: readonly Change[]): RowHint | null {
  for (const { field, before, after } of changes) {
    if (!/(?:^|\.)prices$/.test(field)) continue
    const [was, is] = [findAmount(before), findAmount(after)]
    if (was && is !== null && is < was * (1 - suspiciousShare)) {
      return { tone: 'warning', text: `${Math.round((1 - is / was) * 100)} % cheaper. Is this intended?` }
    }
  }
  const isOffered = (value: unknown) => value === 'live'
  const state = changes.find(({ field }) => field === 'status')
  if (state && isOffered(state.before) && !isOffered(state.after))
    return { tone: 'warning', text: 'Will be removed from the shop' }
  const isBack = changes.some(
    ({ field, before, after }) => /(?:^|\.)stock$/.test(field) && before === 0 && Number(after) > 0,
  )
  return isBack ? { tone: 'success', text: 'Will be back in stock' } : null
}
