import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { copyDataFolder, makeDataFolder, removeDataFolder } from '#testing/processes/data-folder.ts'
import { lockFolder } from './embedded-postgres/folder-lock.ts'
import { borrowEmbeddedPostgres, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

// Creating a cluster takes one second of CPU time, and longer on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let dataDir: string
/** A data folder with a stopped cluster. Most tests copy it instead of creating a cluster. */
let madeDataDir: string
let running: EmbeddedPostgres[] = []

beforeAll(async () => {
  madeDataDir = await makeDataFolder()
  await (await startEmbeddedPostgres({ dataDir: madeDataDir, durable: false })).stop()
})
afterAll(() => removeDataFolder(madeDataDir))

beforeEach(async () => {
  dataDir = await makeDataFolder()
})
afterEach(async () => {
  for (const one of running) await one.stop()
  running = []
  await removeDataFolder(dataDir)
})

async function start(folder = dataDir) {
  const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false })
  running.push(postgres)
  return postgres
}

async function ask(url: string, statement: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows
}

test('uses UTF-8, keeps data across restarts and listens on no network address', async () => {
  const first = await start()
  await ask(first.url, `create table notes as select 'Größe' as word`)
  await first.stop()
  const second = await start()
  expect(await ask(second.url, `select upper(word) as word from notes`)).toEqual([{ word: 'GRÖßE' }])
  expect(await ask(second.url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
  expect(await ask(second.url, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }])
})

test('denies other users access to the data and the socket', async () => {
  await start()
  for (const folder of ['postgres', 'postgres/data', 'postgres/run']) {
    expect((await stat(join(dataDir, folder))).mode & 0o077).toBe(0)
  }
})

test('refuses a second lock on a folder until the first is released', () => {
  const lock = lockFolder(dataDir)
  expect(lock).toBeDefined()
  expect(lockFolder(dataDir)).toBeUndefined()
  lock?.release()
  const again = lockFolder(dataDir)
  expect(again).toBeDefined()
  again?.release()
})

test('uses a running server for a command, or starts a server', async () => {
  await copyDataFolder(madeDataDir, dataDir)
  const postgres = await start()
  await ask(postgres.url, 'create table notes (n int)')
  const borrowed = await borrowEmbeddedPostgres({ dataDir })
  expect(await ask(borrowed.url, 'select count(*)::int from notes')).toEqual([{ count: 0 }])
  await borrowed.stop()
  await postgres.stop()
  const own = await borrowEmbeddedPostgres({ dataDir, durable: false })
  running = [own]
  expect(await ask(own.url, 'select count(*)::int from notes')).toEqual([{ count: 0 }])
})

test('starts although postmaster.pid names an unrelated process', async () => {
  await copyDataFolder(madeDataDir, dataDir)
  const file = join(dataDir, 'postgres/data/postmaster.pid')
  await writeFile(file, [process.pid, join(dataDir, 'postgres/data'), 1, 5432, '', '', '', 'ready'].join('\n'))
  const postgres = await start()
  expect(await ask(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('rebuilds an unfinished cluster', async () => {
  await mkdir(join(dataDir, 'postgres/data.unfinished/base'), { recursive: true })
  expect(await ask((await start()).url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('starts in a folder whose path is too long for a socket', async () => {
  const deep = join(dataDir, 'a-rather-long-name-for-a-folder/'.repeat(4))
  expect(await ask((await start(deep)).url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('refuses data of another PostgreSQL version', async () => {
  await copyDataFolder(madeDataDir, dataDir)
  await writeFile(join(dataDir, 'postgres/data/PG_VERSION'), '17\n')
  await expect(start()).rejects.toThrow(
    'was created by PostgreSQL 17, but this version of Harbor includes PostgreSQL 18',
  )
})

test('reports when PostgreSQL ends by itself', async () => {
  await copyDataFolder(madeDataDir, dataDir)
  const postgres = await start()
  const pid = Number((await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0])
  process.kill(pid, 'SIGKILL')
  expect(await postgres.failed).toMatch(/^PostgreSQL ended unexpectedly \(SIGKILL\)/)
})
