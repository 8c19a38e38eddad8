import type { TestProject } from 'vitest/node'
import { newId } from '#server/database/ids.ts'
import { migrateDatabase } from '#server/database/migrations.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres.ts'
import { inDatabase, runOnServer } from './processes/cluster.ts'
import { makeDataFolder, removeDataFolder } from './processes/data-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server for the test databases, and the migrated database that they are copied from. */
    postgres: { url: string; template: string }
  }
}

/** Starts one PostgreSQL for the whole run, with a migrated database that each test file copies. */
export async function setup(project: TestProject) {
  const { url, stop } = await findServer()
  const template = `harbor_test_${newId()}`
  const tearDown = async () => {
    await runOnServer(url, `drop database if exists ${template} with (force)`)
    await stop()
  }
  try {
    await runOnServer(url, `create database ${template}`)
    await migrateDatabase({ url: inDatabase(url, template) })
  } catch (error) {
    await tearDown()
    throw error
  }
  project.provide('postgres', { url, template })
  return tearDown
}

async function findServer() {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => {} }
  const dataDir = await makeDataFolder()
  const { url, stop } = await startEmbeddedPostgres({ dataDir, durable: false })
  return { url, stop: () => stop().then(() => removeDataFolder(dataDir)) }
}
