import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { importFormats, importKinds, importStatuses, rowOutcomes, rowStates } from '../imports.rules.ts'

const oneOf = (column: string, values: readonly string[]) =>
  sql.raw(`${column} in (${values.map((one) => `'${one}'`).join(', ')})`)

/** An imported file, with its status until the import is finished or undone. */
export const imports = pgTable(
  'imports',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: importKinds }).notNull(),
    format: text('format', { enum: importFormats }).notNull(),
    fileName: text('file_name').notNull().default(''),
    // The currency of prices that have no currency in the file.
    currency: text('currency').notNull(),
    // The column names of a CSV, needed to export invalid rows unchanged.
    columns: jsonb('columns').$type<string[]>().notNull().default([]),
    status: text('status', { enum: importStatuses }).notNull().default('reading'),
    newRows: integer('new_rows').notNull().default(0),
    changedRows: integer('changed_rows').notNull().default(0),
    unchangedRows: integer('unchanged_rows').notNull().default(0),
    wrongRows: integer('wrong_rows').notNull().default(0),
    // The number of rows with changes that staff left out.
    leftOutRows: integer('left_out_rows').notNull().default(0),
    // `doneRows` is the number of written rows with changes. After an undo, these rows divide into undone rows
    // (`takenBackRows`) and rows that the undo skipped (`leftRows`).
    doneRows: integer('done_rows').notNull().default(0),
    takenBackRows: integer('taken_back_rows').notNull().default(0),
    leftRows: integer('left_rows').notNull().default(0),
    createdBy: text('created_by').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    runAt: timestamp('run_at', { withTimezone: true }),
    finishedAt: timestamp('finished_at', { withTimezone: true }),
  },
  (t) => [
    index('imports_created_at_idx').on(t.createdAt, t.id),
    index('imports_at_work_idx').on(t.runAt).where(sql`status in ('running', 'undoing')`),
    check('imports_kind_check', oneOf('kind', importKinds)),
    check('imports_format_check', oneOf('format', importFormats)),
    check('imports_status_check', oneOf('status', importStatuses)),
  ],
)

/** A record of a file, with its content, its changes, and the state before the import. */
export const importRows = pgTable(
  'import_rows',
  {
    importId: text('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    line: integer('line').notNull(),
    // The handle, SKU or email address of the record. Null for invalid rows.
    key: text('key'),
    outcome: text('outcome', { enum: rowOutcomes }).notNull(),
    state: text('state', { enum: rowStates }).notNull().default('waiting'),
    problem: text('problem'),
    record: jsonb('record').$type<object>(),
    changes: jsonb('changes').$type<{ field: string; before: unknown; after: unknown }[]>(),
    // The written state and the state before the import, needed for the undo.
    written: jsonb('written').$type<object>(),
    before: jsonb('before').$type<object>(),
    // The unchanged source of an invalid row: the cells of its lines, or its JSON.
    source: jsonb('source').$type<unknown>(),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.position] }),
    uniqueIndex('import_rows_key_key').on(t.importId, t.key).where(sql`key is not null`),
    index('import_rows_outcome_idx').on(t.importId, t.outcome, t.position),
    index('import_rows_state_idx').on(t.importId, t.state, t.position),
    check('import_rows_outcome_check', oneOf('outcome', rowOutcomes)),
    check('import_rows_state_check', oneOf('state', rowStates)),
  ],
)

/** Pictures of imported products, fetched from a URL or taken from a ZIP. */
export const importPictures = pgTable(
  'import_pictures',
  {
    importId: text('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    // The URL, or the name of a file in a ZIP.
    source: text('source').notNull(),
    state: text('state', { enum: ['waiting', 'here', 'failed'] })
      .notNull()
      .default('waiting'),
    problem: text('problem'),
    tries: integer('tries').notNull().default(0),
    nextTryAt: timestamp('next_try_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.source] }),
    index('import_pictures_waiting_idx').on(t.nextTryAt).where(sql`state = 'waiting'`),
    index('import_pictures_source_idx').on(t.source).where(sql`state = 'here'`),
    check('import_pictures_state_check', sql`state in ('waiting', 'here', 'failed')`),
  ],
)
