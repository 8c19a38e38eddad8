import type { Scope } from '#contract/calls/scopes.ts'
import { hourMs } from '#contract/times/times.ts'
import { fieldsOf } from '#contract/values.ts'

export const importKinds = ['products', 'stock', 'customers', 'orders'] as const
export type ImportKindName = (typeof importKinds)[number]
/** `shopify` is a CSV as that platform exports it, recognised by the names of its columns. */
export const importFormats = ['csv', 'json', 'shopify'] as const
export type ImportFormat = (typeof importFormats)[number]
export const importStatuses = ['reading', 'ready', 'running', 'stopped', 'done', 'undoing', 'undone'] as const
export type ImportStatus = (typeof importStatuses)[number]
export const rowOutcomes = ['new', 'changed', 'unchanged', 'wrong'] as const
export type RowOutcome = (typeof rowOutcomes)[number]
/** `left_out`: somebody ticked it off before it was written. */
export const rowStates = ['waiting', 'left_out', 'done', 'taken_back', 'left'] as const

/** Besides the right to import: nobody brings in by file what they may not change by hand. */
export const importScopes: Record<ImportKindName, Scope> = {
  products: 'catalogue:write',
  stock: 'stock:write',
  customers: 'customers:write',
  orders: 'orders:write',
}

/** For so long after its end an import can be taken back. */
export const undoMs = 24 * hourMs

export type ImportCommand = 'run' | 'stop' | 'undo'

/** Rows can be left out until they are written; while that goes on, nobody knows which comes next. */
export const canLeaveOut = (status: ImportStatus) => status === 'ready' || status === 'stopped'

/** So many are ticked off in one go. */
export const leftOutAtOnce = 500

type Standing = { status: ImportStatus; doneRows: number; runAt: Date | null; finishedAt: Date | null }

/** What can be done with an import now. */
export function listImportMoves({ status, doneRows, runAt, finishedAt }: Standing, now: Date): ImportCommand[] {
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

/** Field by field what a record would change; skus are told apart by their number. Only what the record names is compared. */
export function findChanges(current: object, wanted: object): Change[] {
  const was = flatten(current)
  const changes: Change[] = []
  for (const [field, after] of flatten(wanted)) {
    const before = was.get(field) ?? null
    if (!isSame(before, after ?? null)) changes.push({ field, before, after })
  }
  return changes
}

function flatten(thing: object, prefix = '', into = new Map<string, unknown>()): Map<string, unknown> {
  for (const [name, value] of Object.entries(thing)) {
    if (value === undefined) continue
    if (name === 'skus' && Array.isArray(value)) {
      for (const { sku, ...rest } of value.map(fieldsOf)) flatten(rest, `${prefix}skus.${sku}.`, into)
    } else into.set(prefix + name, value)
  }
  return into
}

/** Whether two values say the same, in whatever order their fields stand. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, sortFields) === JSON.stringify(other, sortFields)
}

function sortFields(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
