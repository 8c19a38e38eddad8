import type { StatusLook } from '#console/ui/status.tsx'
import type { ImportKindName, ImportStatus, RowOutcome } from '../imports.rules.ts'

export const kindNames: Record<ImportKindName, string> = {
  products: 'Products',
  stock: 'Stock',
  customers: 'Customers',
  orders: 'Orders',
}

export const importLooks: Record<ImportStatus, StatusLook> = {
  reading: { name: 'Reading', tone: 'info', gauge: 0.25 },
  ready: { name: 'To check', tone: 'warning', gauge: 0.5 },
  running: { name: 'Writing', tone: 'info', gauge: 0.75 },
  stopped: { name: 'Stopped', tone: 'warning', gauge: 'pause' },
  done: { name: 'Done', tone: 'success', gauge: 'tick' },
  undoing: { name: 'Taking back', tone: 'info', gauge: 0.25 },
  undone: { name: 'Taken back', tone: 'ink', gauge: 'dash' },
}

export const outcomeNames: Record<RowOutcome, string> = {
  new: 'New',
  changed: 'Changed',
  unchanged: 'Same',
  wrong: 'Cannot be read',
}

/** `skus.EBB-M.price` as people say it. */
export const showField = (field: string): string =>
  field
    .replace(/^skus\./, '')
    .replaceAll('_', ' ')
    .replaceAll('.', ' · ')

/** A value in a few words: a list by its entries, money by its amount. */
export function showValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'empty'
  if (typeof value !== 'object') return String(value).slice(0, 80)
  return JSON.stringify(value)
    .replace(/["{}[\]]/g, '')
    .replaceAll(',', ', ')
    .slice(0, 80)
}
