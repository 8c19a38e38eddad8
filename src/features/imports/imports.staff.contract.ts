import * as z from 'zod/mini'
import { RowId } from '#contract/calls/fields.ts'
import { defineStaffCall, defineStaffFile, defineStaffList, ListInput, StaffTime } from '#contract/calls/staff-call.ts'
import { importFormats, importKinds, importStatuses, leftOutAtOnce, rowOutcomes, rowStates } from './imports.rules.ts'

export const Import = z.object({
  id: z.string(),
  kind: z.enum(importKinds),
  /** The detected format. */
  format: z.enum(importFormats),
  file_name: z.string(),
  currency: z.string(),
  status: z.enum(importStatuses),
  /** The numbers of records that are new, changed, unchanged and invalid. */
  preview: z.object({ new: z.int(), changed: z.int(), unchanged: z.int(), wrong: z.int() }),
  /** The number of new and changed records to write, excluding the records left out. */
  to_do: z.int(),
  left_out: z.int(),
  done: z.int(),
  taken_back: z.int(),
  /** The number of records that the undo skipped, because their data was changed or used since. */
  left: z.int(),
  pictures: z.object({ waiting: z.int(), here: z.int(), failed: z.int() }),
  created_by: z.string(),
  created_at: StaffTime,
  run_at: z.nullable(StaffTime),
  finished_at: z.nullable(StaffTime),
  undo_until: z.nullable(StaffTime),
  possible: z.array(z.enum(['run', 'stop', 'undo'])),
})
export type ImportView = z.output<typeof Import>

export const ImportRow = z.object({
  /** The row number in a spreadsheet for a CSV, or the line number for a JSON file. */
  line: z.int(),
  /** The handle, SKU, email address or order number of the record. Null if the record has none. */
  key: z.nullable(z.string()),
  outcome: z.enum(rowOutcomes),
  state: z.enum(rowStates),
  problem: z.nullable(z.string()),
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
})

const scope = 'imports:write'
const ById = { id: z.string().check(z.maxLength(40)) }
/** The raw bytes of the file. */
const file = z.optional(z.any())

export const createImport = defineStaffCall({
  method: 'POST',
  path: '/imports',
  about:
    'Creates an import from a file and returns a preview. No data changes yet. The body is the file: the shop’s CSV or JSON, or a Shopify export.',
  scope,
  sentAs: 'stream',
  asksOthers: true,
  input: z.object({
    kind: z.enum(importKinds),
    format: z._default(z.enum(['csv', 'json']), 'csv'),
    file_name: z._default(z.string().check(z.maxLength(200)), ''),
    /** The currency of prices that have no currency in the file. The default is the shop's own currency. */
    currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/), z.maxLength(3))),
    file,
  }),
  output: Import,
})

export const listImports = defineStaffList({
  path: '/imports',
  about: 'Lists recent imports, latest first.',
  scope,
  input: z.object({ limit: ListInput.limit, after: ListInput.after }),
  output: Import,
  example: { input: {} },
})

export const getImport = defineStaffCall({
  method: 'GET',
  path: '/imports/:id',
  about: 'Returns an import with its preview, progress and possible actions.',
  scope,
  input: z.object(ById),
  output: Import,
})

export const listImportRows = defineStaffList({
  path: '/imports/:id/rows',
  about: 'Lists the records of the file with their changes by field, or with the reason why a record is invalid.',
  scope,
  input: z.object({
    ...ById,
    limit: ListInput.limit,
    after: ListInput.after,
    outcome: z.optional(z.enum(rowOutcomes)),
  }),
  output: ImportRow,
})

const command = (verb: 'run' | 'stop' | 'undo', about: string) =>
  defineStaffCall({
    method: 'POST',
    path: `/imports/:id/${verb}`,
    about,
    scope,
    input: z.object(ById),
    output: Import,
  })
export const runImport = command(
  'run',
  'Starts an import, which saves the previewed changes, or continues a stopped import.',
)
export const stopImport = command(
  'stop',
  'Stops an import after the current batch. Records that are already saved are kept.',
)
export const undoImport = command(
  'undo',
  'Undoes an import within one day. Records that have been changed or bought since the import are kept.',
)

export const leaveOutRows = defineStaffCall({
  method: 'POST',
  path: '/imports/:id/leave-out',
  about:
    'Excludes records from an import, or includes them again. This is possible before the import starts and while the import is stopped.',
  scope,
  input: z.object({
    ...ById,
    /** The number of the first line of each record. */
    lines: z.array(RowId).check(z.minLength(1), z.maxLength(leftOutAtOnce)),
    is_left_out: z._default(z.boolean(), true),
  }),
  output: Import,
})

export const getWrongRows = defineStaffFile({
  method: 'GET',
  path: '/imports/:id/wrong.csv',
  about: 'Returns the invalid records unchanged as CSV, each with the reason, to correct and upload again.',
  scope,
  input: z.object(ById),
})

export const sendImportPictures = defineStaffCall({
  method: 'POST',
  path: '/imports/:id/pictures',
  about: 'Uploads a ZIP archive with the pictures that the import file refers to. The body is the ZIP archive.',
  scope,
  sentAs: 'stream',
  asksOthers: true,
  input: z.object({ ...ById, file }),
  output: Import,
})
