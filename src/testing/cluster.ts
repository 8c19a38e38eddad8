import { drizzle } from 'drizzle-orm/node-postgres'
import { Client, Pool } from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '#server/database.ts'
import { newId } from '#server/ids.ts'

/** A migrated, empty database of its own for a test file; `drop` it in `afterAll`. */
export async function createTestDatabase() {
  const { url: serverUrl, template } = inject('postgres')
  const name = `${template}_${newId().slice(0, 8)}`
  // Its files are copied as they are: to write each page into the log first, as is usual, takes four times as long.
  await runOnServer(serverUrl, `create database ${name} template ${template} strategy file_copy`)
  const url = inDatabase(serverUrl, name)
  const { db, pool, close } = openDatabase(url, { max: 5 })
  const drop = async () => {
    await close()
    await runOnServer(serverUrl, `drop database ${name} with (force)`)
  }
  return { url, db, pool, drop }
}

/** Connections for a crowd that comes at once: however long the queue takes on a busy machine, nobody leaves it. */
export function openForCrowd(url: string) {
  const pool = new Pool({ connectionString: url, max: 30 })
  const db: Database = drizzle({ client: pool })
  return { db, close: () => pool.end() }
}

/** The same server's address, for another of its databases. */
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
