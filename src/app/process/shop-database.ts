import { setTimeout as sleep } from 'node:timers/promises'
import { loadReference } from '#reference/load-reference.ts'
import { openConnection, type Route, saveRoleSettings } from '#server/database/connections.ts'
import { checkDatabase, createUnusableDatabaseError, openDatabase } from '#server/database/database.ts'
import { migrateDatabase } from '#server/database/migrations.ts'
import { type Preparation, prepareInTurn } from '#server/database/prepare-in-turn.ts'
import { borrowEmbeddedPostgres, startEmbeddedPostgres } from '#server/embedded-postgres.ts'
import type { Config } from '../config.ts'
import { formatMisspelled } from './misspelled-settings.ts'

type OpenOptions = {
  /**
   * True for a command, which may use the PostgreSQL of a running server. A server refuses a PostgreSQL that another
   * server uses.
   */
  isCommand?: boolean
  onProgress?: (text: string) => void
  onError?: (error: Error) => void
  /** Aborts the start while it waits for the database. */
  signal?: AbortSignal
}

/** Opens the configured or the built-in database. Brings the tables up to date and loads the reference data. */
export async function openShopDatabase(config: Config, options: OpenOptions = {}) {
  const { isCommand = false, onProgress, onError, signal } = options
  if (isCommand) for (const one of config.misspelled) onProgress?.(formatMisspelled(one))
  const start = isCommand ? borrowEmbeddedPostgres : startEmbeddedPostgres
  const { dataDir, isDurable: durable, databaseUrl, databaseDirectUrl } = config
  const postgres = databaseUrl ? undefined : await start({ dataDir, durable, onProgress })
  const url = databaseUrl ?? postgres?.url ?? ''
  const directUrl = databaseDirectUrl ?? url
  const { db, pool, close } = openDatabase(url, { max: config.databasePool, onError })
  const closeAll = async () => {
    // A hanging query must not keep PostgreSQL from stopping. The stop ends the query.
    await Promise.race([close(), sleep(5_000, undefined, { ref: false })])
    await postgres?.stop()
  }
  const preparation: Preparation = { url: directUrl, signal, onProgress }
  try {
    const route = await checkDatabase(pool, url)
    if (databaseDirectUrl) await checkDirect(databaseDirectUrl, route)
    await prepareInTurn(preparation, async () => {
      await migrateDatabase(preparation)
      await loadReference(db)
    })
    return { db, pool, url, route, preparation, failed: postgres?.failed, close: closeAll }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/** Tests the direct URL, and saves role settings that clients of a transaction pooler cannot set themselves. */
async function checkDirect(directUrl: string, route: Route): Promise<void> {
  const client = await openConnection(directUrl, 'harbor').catch((error: unknown) => {
    throw createUnusableDatabaseError(directUrl, 'DATABASE_DIRECT_URL', error)
  })
  try {
    if (route === 'transaction pooler') await saveRoleSettings(client)
  } finally {
    await client.end()
  }
}
