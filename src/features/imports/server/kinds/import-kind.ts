import type * as z from 'zod/mini'
import type { ImportFormat } from '#features/imports/imports.rules.ts'
import type { Database } from '#server/database/database.ts'
import type { Shop } from '#server/shop.ts'

/** The cells of one line of a CSV by their names, in small letters; empty ones are left out. */
export type Cells = Record<string, string>

/** What reading a file needs to know of the shop. */
export type Ground = {
  /** Decimals of every currency of the shop. */
  decimals: ReadonlyMap<string, number>
  languages: ReadonlySet<string>
  /** Of prices, where the file names none. */
  currency: string
}

/** A record that cannot be used; the others can. */
export class WrongRow extends Error {
  override name = 'WrongRow'
  /** Which of the lines of the record is wrong. */
  at = 0
}

/** Reads line by line, so that a problem names the line that it is about. */
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

/** What is wrong with a record, and which of its skus the problem is about. */
export type Problem = { problem: string; sku?: string | undefined }

/** Who did it and by which file, for books that name both. */
export type By = { name: string; note: string }
export type WrittenRow<Whole> = { key: string; whole: Whole; before: Whole | null }

/**
 * What one kind of import knows: how lines become records, how things stand in the shop as such records, and how they are written and
 * taken back. `Given` leaves out what the file does not say, `Whole` has it all.
 */
export type ImportKind<Given extends object, Whole extends object> = {
  schema: z.ZodMiniType<Given>
  /** Which lines belong together, while they follow each other. */
  groupOf: (cells: Cells, format: ImportFormat) => string
  fromLines: (lines: Cells[], format: ImportFormat, ground: Ground) => unknown
  keyOf: (record: Given) => string
  /** What a record is about, from its cells or its JSON: also where it cannot be used. */
  nameOf: (cells: Record<string, unknown>) => unknown
  /** How they stand now, by key. */
  read: (db: Database, records: Given[]) => Promise<Map<string, Whole>>
  /** What only the shop knows to be wrong: a sentence by key. */
  check?: (db: Database, records: Given[], ground: Ground) => Promise<Map<string, Problem>>
  merge: (given: Given, current: Whole | null) => { whole: Whole } | Problem
  /** Of a record, what is compared with how things stand. */
  compared: (given: Given, current: Whole) => object
  /** Pictures it names that are not in the shop: addresses, or files of a zip. */
  listPictures?: (given: Given) => string[]
  write: (shop: Shop, rows: WrittenRow<Whole>[], by: By) => Promise<void>
  /** Takes back what still stands as it was written. */
  takeBack: (shop: Shop, rows: WrittenRow<Whole>[], by: By) => Promise<void>
  /** What must not have changed since, for it to be taken back. */
  version: (whole: Whole) => unknown
}

// biome-ignore lint/suspicious/noExplicitAny: which records a kind has is known only inside of it.
export type AnyImportKind = ImportKind<any, any>
