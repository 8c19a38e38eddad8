import type * as z from 'zod/mini'
import type { ImportFormat } from '#features/imports/imports.rules.ts'
import type { Database } from '#server/database/database.ts'
import type { Shop } from '#server/shop.ts'

/** The cells of a CSV line by lower-case column name. Empty cells are left out. */
export type Cells = Record<string, string>

/** The shop data needed to read a file. */
export type ImportContext = {
  /** The decimals of every currency of the shop. */
  decimals: ReadonlyMap<string, number>
  languages: ReadonlySet<string>
  /** The currency of prices that have no currency in the file. */
  currency: string
}

/** The error for a record that cannot be used. Other records are not affected. */
export class WrongRow extends Error {
  override name = 'WrongRow'
  /** The index, within the record, of the line with the error. */
  at = 0
}

/** Reads line by line, so that an error can report the index of its line. */
export function readEach<T>(lines: Cells[], read: (cells: Cells) => T[]): T[] {
  return lines.flatMap((cells, at) => {
    try {
      return read(cells)
    } catch (error) {
      if (error instanceof WrongRow) error.at = at
      throw error
    }
  })
}

/** A problem of a record, and the SKU with the problem. */
export type Problem = { problem: string; sku?: string | undefined }

/** The author of a change and its import file, for logs that show both. */
export type ChangeAuthor = { name: string; note: string }
export type WrittenRow<Whole> = { key: string; whole: Whole; before: Whole | null }

/**
 * The functions of one kind of import. They parse lines to records, read the current state as records, write records,
 * and undo written records. `Given` lacks the fields that the file leaves out, and `Whole` has all fields.
 */
export type ImportKind<Given extends object, Whole extends object> = {
  schema: z.ZodMiniType<Given>
  /** Returns the group of a line. Adjacent lines of the same group form one record. */
  groupOf: (cells: Cells, format: ImportFormat) => string
  fromLines: (lines: Cells[], format: ImportFormat, ground: ImportContext) => unknown
  keyOf: (record: Given) => string
  /** Returns the name of a record from its cells or JSON, even if the record is invalid. */
  nameOf: (cells: Record<string, unknown>) => unknown
  /** Reads the current state by key. */
  read: (db: Database, records: Given[]) => Promise<Map<string, Whole>>
  /** Returns the problems that can only be found with the shop's data, as one sentence for each key. */
  check?: (db: Database, records: Given[], ground: ImportContext) => Promise<Map<string, Problem>>
  merge: (given: Given, current: Whole | null) => { whole: Whole } | Problem
  /** Returns the part of a record that is compared with the current state. */
  compared: (given: Given, current: Whole) => object
  /** Returns the pictures of the record that the shop lacks: URLs, or file names in a ZIP. */
  listPictures?: (given: Given) => string[]
  write: (shop: Shop, rows: WrittenRow<Whole>[], by: ChangeAuthor) => Promise<void>
  /** Undoes rows whose data is unchanged since they were written. */
  undo: (shop: Shop, rows: WrittenRow<Whole>[], by: ChangeAuthor) => Promise<void>
  /** Returns the part of the data that must be unchanged for an undo. */
  version: (whole: Whole) => unknown
}

// biome-ignore lint/suspicious/noExplicitAny: only the kind itself knows the type of its records.
export type AnyImportKind = ImportKind<any, any>
