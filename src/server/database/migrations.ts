import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Client, escapeLiteral } from 'pg'
import { CannotStart } from '../cannot-start.ts'
import { projectFolder } from '../project-folder.ts'
import { isConflict } from './conflicts.ts'
import { isDirect, openConnection } from './connections.ts'
import type { Preparation } from './prepare-in-turn.ts'
import { readSqlFiles, runSqlFiles } from './sql-files.ts'

const migrationsFolder = fileURLToPath(new URL('db/migrations', projectFolder))

/** The first line of a migration whose statements run one by one and commit individually. */
const outsideTransactionMark = '-- harbor: outside of a transaction'
/** The first line of a statement that repeats until it changes no more rows. */
const repeatMark = '-- harbor: repeat until no row changes'

/**
 * 700 ms: a migration that waits for a table blocks every later query on this table. The migration gives way before
 * PostgreSQL checks for deadlocks (1 s), so that no shopper's query is canceled.
 */
const lockMs = 700
/**
 * 40 tries with pauses of up to 5 s take about three minutes. A backup or a report in a busy shop locks a table for
 * less time.
 */
const maxTries = 40
const longestPauseMs = 5_000

export type Migration = {
  tag: string
  when: number
  hash: string
  statements: string[]
  isOutsideTransaction: boolean
}

/** Reads the migrations of a folder in order. Returns an empty list if the folder has no journal. */
export function readMigrations(folder = migrationsFolder): Migration[] {
  const journal = `${folder}/meta/_journal.json`
  if (!existsSync(journal)) return []
  const { entries }: { entries: { tag: string; when: number }[] } = JSON.parse(readFileSync(journal, 'utf8'))
  return entries.map(({ tag, when }) => {
    const text = readFileSync(`${folder}/${tag}.sql`, 'utf8')
    return {
      tag,
      when,
      hash: createHash('sha256').update(text).digest('hex'),
      statements: text
        .replace(outsideTransactionMark, '')
        .split('--> statement-breakpoint')
        .map((one) => one.trim())
        .filter(Boolean),
      isOutsideTransaction: text.startsWith(outsideTransactionMark),
    }
  })
}

type Folders = { migrations?: string; functions?: string }

/**
 * Brings the database up to date: first the pending migrations one by one, then new or changed files of functions and
 * triggers. The caller must hold the preparation lock.
 */
export async function migrateDatabase(preparation: Preparation, folders: Folders = {}): Promise<void> {
  const migrations = readMigrations(folders.migrations)
  const files = readSqlFiles(folders.functions)
  if (migrations.length === 0) return
  const client = await openConnection(preparation.url, 'harbor migrations')
  try {
    // Migrations have no time limit. Behind a pooler the setting would leak into sessions of other clients.
    if (await isDirect(client)) await client.query('set statement_timeout = 0')
    await client.query(
      `create schema if not exists drizzle;
       create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
    )
    const { rows } = await client.query<{ at: string }>('select created_at as at from drizzle.__drizzle_migrations')
    const applied = new Set(rows.map(({ at }) => Number(at)))
    for (const migration of migrations) {
      if (!applied.has(migration.when)) await applyMigration(client, migration, preparation)
    }
    await explain('db/functions', preparation, () =>
      retryLocks('db/functions', () => inTransaction(client, () => runSqlFiles(client, files)), preparation),
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function applyMigration(client: Client, migration: Migration, preparation: Preparation): Promise<void> {
  const { tag, statements, isOutsideTransaction } = migration
  const retryUntilFree = (run: () => Promise<unknown>) => retryLocks(tag, run, preparation)
  await explain(tag, preparation, async () => {
    if (!isOutsideTransaction) return retryUntilFree(() => runOnce(client, migration, statements))
    for (const statement of statements) await runOutsideTransaction(client, statement, retryUntilFree)
    await retryUntilFree(() => runOnce(client, migration, []))
  })
}

/** Adds the name of the failed migration to an error. */
async function explain(tag: string, { signal }: Preparation, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    signal?.throwIfAborted()
    // 42P07: a table of the first migration already exists, from migrations that this version no longer has.
    if (tag.startsWith('0000_') && hasCode(error, '42P07')) {
      throw new CannotStart(
        'This database was created before version 0.3 and cannot be upgraded. Start with an empty database, see docs/upgrading.md.',
        { cause: error },
      )
    }
    const reason = error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
    throw new CannotStart(`The tables could not be updated: ${reason} (in ${tag}).`, { cause: error })
  }
}

/** Runs the statements and records the migration in one transaction. */
async function runOnce(client: Client, { when, hash }: Migration, statements: string[]): Promise<void> {
  await inTransaction(client, async () => {
    // The table lock prevents a double migration even if the preparation lock was lost meanwhile.
    await client.query('lock table drizzle.__drizzle_migrations in share row exclusive mode')
    const known = await client.query('select from drizzle.__drizzle_migrations where created_at = $1', [when])
    if (known.rowCount) return
    for (const statement of statements) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, when])
  })
}

type RetryUntilFree = (run: () => Promise<unknown>) => Promise<void>

/**
 * Runs a statement outside a transaction. The statement must be repeatable, because an interrupted start may have run
 * it before.
 */
async function runOutsideTransaction(client: Client, statement: string, retryUntilFree: RetryUntilFree): Promise<void> {
  if (/\bconcurrently\b/i.test(statement)) {
    return retryUntilFree(async () => {
      await dropInvalidIndex(client, statement)
      await client.query(statement)
    })
  }
  let changed = 0
  do {
    await retryUntilFree(async () => {
      changed = await inTransaction(client, async () => (await client.query(statement)).rowCount ?? 0)
    })
  } while (statement.startsWith(repeatMark) && changed > 0)
}

/**
 * Drops an invalid index. A failed `create index concurrently` leaves an index that is never used, but that satisfies
 * `if not exists`.
 */
async function dropInvalidIndex(client: Client, statement: string): Promise<void> {
  const [, name] =
    /\bcreate\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+"?(\w+)"?/i.exec(statement) ?? []
  if (!name) return
  const broken = await client.query(
    'select from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname = $1 and not i.indisvalid',
    [name],
  )
  if (broken.rowCount) await client.query(`drop index concurrently if exists "${name}"`)
}

async function inTransaction<T>(client: Client, run: () => Promise<T>): Promise<T> {
  await client.query(`begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
    set local timezone = 'UTC'; set local lock_timeout = ${escapeLiteral(`${lockMs}ms`)}`)
  try {
    const result = await run()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Repeats a transaction that timed out on a lock or lost a deadlock. PostgreSQL has rolled it back completely. */
async function retryLocks(tag: string, run: () => Promise<unknown>, preparation: Preparation): Promise<void> {
  const { signal, onProgress } = preparation
  for (let tries = 1; ; tries++) {
    signal?.throwIfAborted()
    try {
      await run()
      return
    } catch (error) {
      if (tries === maxTries || !(hasCode(error, '55P03') || isConflict(error))) throw error
      if (tries % 5 === 0)
        onProgress?.(`The migration ${tag} is waiting for a table that is in use (attempt ${tries} of ${maxTries}).`)
      const pause = Math.min(longestPauseMs, 50 * 2 ** tries)
      await sleep(pause * (0.5 + Math.random() / 2), undefined, { signal })
    }
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
