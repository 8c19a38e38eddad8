import { setTimeout as sleep } from 'node:timers/promises'
import { loadReference } from '#reference/load-reference.ts'
import { checkDatabase, migrateDatabase, openDatabase, prepareInTurn } from '#server/database.ts'
import { borrowEmbeddedPostgres, startEmbeddedPostgres } from '#server/embedded-postgres.ts'
import type { Config } from './config.ts'

type OpenOptions = {
  /** The server keeps PostgreSQL to itself; a command makes do with a running server's. */
  isCommand?: boolean
  onProgress?: (text: string) => void
  onError?: (error: Error) => void
}

/** Opens the database that the configuration names, or the built-in one, with its tables up to date and what every shop starts from. */
export async function openShopDatabase(config: Config, { isCommand = false, onProgress, onError }: OpenOptions = {}) {
  const start = isCommand ? borrowEmbeddedPostgres : startEmbeddedPostgres
  const { dataDir, isDurable: durable, databaseUrl } = config
  const postgres = databaseUrl ? undefined : await start({ dataDir, durable, onProgress })
  const url = databaseUrl ?? postgres?.url ?? ''
  const { db, pool, close } = openDatabase(url, { max: config.databasePool, onError })
  const closeAll = async () => {
    // A query that hangs must not keep PostgreSQL from stopping; that ends it.
    await Promise.race([close(), sleep(5_000, undefined, { ref: false })])
    await postgres?.stop()
  }
  try {
    await checkDatabase(pool, url)
    await migrateDatabase(pool)
    await prepareInTurn(pool, () => loadReference(db))
  } catch (error) {
    await closeAll()
    throw error
  }
  return { db, pool, url, failed: postgres?.failed, close: closeAll }
}
