import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { staffApiRoot } from '#contract/calls/staff-call.ts'
import { hashSecret } from '#features/staff/server/people/staff-actor.service.ts'
import { openDatabase } from '#server/database/database.ts'
import { newId, newToken } from '#server/database/ids.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/embedded-postgres.ts'
import { makeDataFolder, removeDataFolder } from '#testing/processes/data-folder.ts'
import { startHarbor } from '#testing/processes/started-server.ts'

const minutes = 3 * 60_000
const patient = { timeout: 60_000, interval: 25 }
const products = 1_500
const key = `hk_live_${newToken()}`
const started: ReturnType<typeof startHarbor>[] = []
const world = {} as { folders: string[]; postgres: EmbeddedPostgres; database: ReturnType<typeof openDatabase> }

/** Opens an empty shop on a PostgreSQL that keeps running when the shop ends. */
async function open(program?: string) {
  const [dataDir = ''] = world.folders
  const harbor = startHarbor({ DATABASE_URL: world.postgres.url, DATA_DIR: dataDir, DEMO: 'false' }, program)
  started.push(harbor)
  return { harbor, address: await harbor.opened() }
}

beforeAll(async () => {
  world.folders = [await makeDataFolder(), await makeDataFolder()]
  world.postgres = await startEmbeddedPostgres({ dataDir: world.folders[1] ?? '', durable: false })
  world.database = openDatabase(world.postgres.url)
}, minutes)
afterAll(async () => {
  await Promise.all(started.map((one) => one.stop()))
  await world.database.close()
  await world.postgres.stop()
  for (const folder of world.folders) await removeDataFolder(folder)
})

const file = () => {
  const rows = Array.from({ length: products }, (_, n) => `piece-${n},Piece ${n},live,Scarves,P${n},7,20.00\n`)
  return `handle,name,status,categories,sku,stock,price\n${rows.join('')}`
}

test('continues an import after the server was killed, and imports every product once', {
  timeout: minutes,
}, async () => {
  const { db } = world.database
  // The first start creates the tables, and builds the pages if these are missing.
  const first = await open()
  await db.execute(sql`
    insert into staff_keys (id, name, key_hash, ending, scopes, created_by, created_at)
    values (${newId()}, 'test', ${hashSecret(key)}, '', ${sql.param(['imports:write', 'catalogue:write'])}, 'test', now())`)
  const ask = async (address: string, method: 'GET' | 'POST', path: string, body?: string) => {
    const headers = { authorization: `Bearer ${key}`, 'if-match': '*', ...(body && { 'content-type': 'text/csv' }) }
    const init = body ? { method, headers, body } : { method, headers }
    const answer = await fetch(`${address}${staffApiRoot}${path}`, init)
    expect(answer.status, `${method} ${path}`).toBe(200)
    return ((await answer.json()) as { data: { id: string; status: string; done: number } }).data
  }
  const { id } = await ask(first.address, 'POST', '/imports?kind=products&format=csv&file_name=all.csv', file())
  await first.harbor.stop()

  const killed = await open('dist/server/main.js')
  await ask(killed.address, 'POST', `/imports/${id}/run`)
  const readDone = async () => {
    const { rows } = await db.execute<{ done: number }>(sql`select done_rows as done from imports where id = ${id}`)
    return rows[0]?.done ?? 0
  }
  await expect.poll(readDone, patient).toBeGreaterThan(0)
  killed.harbor.child.kill('SIGKILL')
  await killed.harbor.ended
  const readHeld = async () =>
    (await db.execute(sql`select from pg_stat_activity where application_name = 'harbor' and state like 'idle in%'`))
      .rows
  await expect.poll(async () => (await readHeld()).length, patient).toBe(0)
  const done = await readDone()
  expect(done).toBeGreaterThan(0)
  expect(done).toBeLessThan(products)
  // The wait proves that no connection of the killed process continues to write.
  await sleep(100)
  expect(await readDone()).toBe(done)

  const next = await open('dist/server/main.js')
  await expect.poll(async () => (await ask(next.address, 'GET', `/imports/${id}`)).status, patient).toBe('done')
  expect(await readDone()).toBe(products)
  const { rows } = await db.execute(sql`
    select count(*)::int as products, count(distinct p.handle)::int as handles, count(s.id)::int as skus,
      min(s.inventory) as least, max(s.inventory) as most,
      (select count(*)::int from listed_products where is_listed) as listed
    from products p join skus s on s.product_id = p.id`)
  expect(rows).toEqual([{ products, handles: products, skus: products, least: 7, most: 7, listed: products }])
})
