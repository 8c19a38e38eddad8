import type { Scope } from '#contract/calls/scopes.ts'
import { hourMs } from '#contract/times/times.ts'
import { fieldsOf } from '#contract/values.ts'

export const importKinds = ['products', 'stock', 'customers', 'orders'] as const
export type ImportKindName = (typeof importKinds)[number]
/** The format `shopify` is the CSV export of Shopify, detected by its column names. */
export const importFormats = ['csv', 'json', 'shopify'] as const
export type ImportFormat = (typeof importFormats)[number]
export const importStatuses = ['reading', 'ready', 'running', 'stopped', 'done', 'undoing', 'undone'] as const
export type ImportStatus = (typeof importStatuses)[number]
export const rowOutcomes = ['new', 'changed', 'unchanged', 'wrong'] as const
export type RowOutcome = (typeof rowOutcomes)[number]
/** The state `left_out` means that a staff member excluded the row before it was written. */
export const rowStates = ['waiting', 'left_out', 'done', 'taken_back', 'left'] as const

/**
 * The scope that each kind requires in addition to the scope for imports. Staff cannot import data that they may not
 * edit.
 */
export const importScopes: Record<ImportKindName, Scope> = {
  products: 'catalogue:write',
  stock: 'stock:write',
  customers: 'customers:write',
  orders: 'orders:write',
}

/** The period after the end of an import in which the import can be undone. */
export const undoMs = 24 * hourMs

export type ImportCommand = 'run' | 'stop' | 'undo'

/**
 * Returns whether rows can be left out. Rows cannot be left out while the import is running, because the next row to be
 * written is unknown.
 */
export const canLeaveOut = (status: ImportStatus) => status === 'ready' || status === 'stopped'

/** The most rows that can be left out at once. */
export const leftOutAtOnce = 500

type ImportProgress = { status: ImportStatus; doneRows: number; runAt: Date | null; finishedAt: Date | null }

/** Returns the commands that are possible now. */
export function listImportCommands(
  { status, doneRows, runAt, finishedAt }: ImportProgress,
  now: Date,
): ImportCommand[] {
  const isUndoable =
    (status === 'done' || status === 'stopped') &&
    doneRows > 0 &&
    now.getTime() - (finishedAt ?? runAt ?? now).getTime() <= undoMs
  switch (status) {
    case 'ready':
      return ['run']
    case 'running':
      return ['stop']
    case 'stopped':
      return isUndoable ? ['run', 'undo'] : ['run']
    case 'done':
      return isUndoable ? ['undo'] : []
    default:
      return []
  }
}

export type Change = { field: string; before: unknown; after: unknown }

/**
 * Returns the fields that a record would change. SKUs are matched by code, and only fields in the record are compared.
 */
export function findChanges(current: object, target: object): Change[] {
  const was = flatten(current)
  const changes: Change[] = []
  for (const [field, after] of flatten(target)) {
    const before = was.get(field) ?? null
    if (!isSame(before, after ?? null)) changes.push({ field, before, after })
  }
  return changes
}

function flatten(source: object, prefix = '', target = new Map<string, unknown>()): Map<string, unknown> {
  for (const [name, value] of Object.entries(source)) {
    if (value === undefined) continue
    if (name === 'skus' && Array.isArray(value)) {
      for (const { sku, ...rest } of value.map(fieldsOf)) flatten(rest, `${prefix}skus.${sku}.`, target)
    } else target.set(prefix + name, value)
  }
  return target
}

/** Returns whether two values are equal, regardless of the order of their fields. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, sortFields) === JSON.stringify(other, sortFields)
}

function sortFields(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
