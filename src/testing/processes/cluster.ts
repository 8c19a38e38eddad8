import { cp, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client, Pool } from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import { migrateDatabase } from '#server/database/migrations.ts'
import { projectFolder } from '#server/project-folder.ts'

/**
 * Creates an empty database for a test file. Call `drop` in `afterAll`. The database has all migrations, or the
 * migrations up to `lastMigration`.
 */
export async function createTestDatabase(lastMigration?: string) {
  const { url: serverUrl, template } = inject('postgres')
  const name = `${template}_${newId().slice(0, 8)}`
  // The files are copied directly. Writing each page into the log first, which is the default, takes four times as long.
  await runOnServer(
    serverUrl,
    `create database ${name}${lastMigration ? '' : ` template ${template} strategy file_copy`}`,
  )
  const url = inDatabase(serverUrl, name)
  if (lastMigration) await migrateUpTo(url, lastMigration)
  const { db, pool, close } = openDatabase(url, { max: 5 })
  const drop = async () => {
    await close()
    await runOnServer(serverUrl, `drop database ${name} with (force)`)
  }
  return { url, db, pool, drop }
}

async function migrateUpTo(url: string, last: string): Promise<void> {
  const all = fileURLToPath(new URL('db/migrations', projectFolder))
  await using folder = await mkdtempDisposable(join(tmpdir(), 'harbor-migrations-'))
  await cp(all, folder.path, { recursive: true })
  const journal = join(folder.path, 'meta/_journal.json')
  const { entries } = JSON.parse(await readFile(journal, 'utf8')) as { entries: { tag: string }[] }
  await writeFile(journal, JSON.stringify({ entries: entries.filter(({ tag }) => tag <= last) }))
  await migrateDatabase({ url }, { migrations: folder.path })
}

/** Opens connections for many concurrent requests. No request times out in the queue, even on a busy machine. */
export function openWithManyConnections(url: string) {
  const pool = new Pool({ connectionString: url, max: 30 })
  const db: Database = drizzle({ client: pool })
  return { db, close: () => pool.end() }
}

export function inDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

export async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
