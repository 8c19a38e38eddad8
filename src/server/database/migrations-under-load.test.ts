import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '#testing/processes/cluster.ts'
import { openDatabase } from './database.ts'
import { migrateDatabase } from './migrations.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let folder: string

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'harbor-upgrade-'))
  await mkdir(join(folder, 'meta'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

/** 150,000 orders with one parcel each, as in a shop after some years. */
const bought = `create table bought (id int primary key, state int not null, pieces int not null);
  create table sent (id int primary key, bought_id int not null references bought, state int not null);
  insert into bought select n, n % 9, 1 from generate_series(1, 150000) n;
  insert into sent select n, n, 1 from generate_series(1, 150000) n`

/**
 * An upgrade of large tables. The first and last migrations take locks in the opposite order of the shoppers'
 * transactions.
 */
const upgrade = {
  '0001_columns': `alter table bought add column note text not null default '';
--> statement-breakpoint
alter table sent add column weight int`,
  '0002_index_and_backfill': `-- harbor: outside of a transaction
create index concurrently if not exists bought_state on bought (state, id)
--> statement-breakpoint
-- harbor: repeat until no row changes
update sent set weight = 250 where id in (select id from sent where weight is null limit 20000 for update skip locked)`,
  '0003_rules': `alter table bought add constraint some_pieces check (pieces > 0) not valid;
--> statement-breakpoint
alter table sent alter column state set default 0`,
}

async function write(files: Record<string, string>) {
  const entries = Object.keys(files).map((tag, idx) => ({ idx, version: '7', when: idx + 1, tag, breakpoints: true }))
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ entries }))
  for (const [tag, text] of Object.entries(files)) await writeFile(join(folder, `${tag}.sql`), text)
}

test('upgrades large tables under load without failed or long blocked shopper transactions', async () => {
  await write({ '0000_bought': bought })
  await migrateDatabase({ url: database.url }, { migrations: folder, functions: join(folder, 'none') })
  await write({ '0000_bought': bought, ...upgrade })
  const { db, close } = openDatabase(database.url, { max: 20 })
  const faults: unknown[] = []
  const waits: number[] = []
  const visits: Promise<unknown>[] = []
  const visit = async () => {
    // Two consecutive visitors change the same rows.
    const id = 1 + ((Math.floor(visits.length / 2) * 977) % 150_000)
    const begun = performance.now()
    await db.transaction(async (tx) => {
      await tx.execute(sql`update sent set state = state + 1 where id = ${id}`)
      await tx.execute(sql`update bought set pieces = pieces + 1 where id = ${id}`)
    })
    await db.execute(sql`select id from bought where state = 3 order by id desc limit 10`)
    waits.push(performance.now() - begun)
  }
  // 40 visits per second: twice the load under which upgrades used to fail.
  const coming = setInterval(() => visits.push(visit().catch((error: unknown) => faults.push(error))), 25)
  await expect.poll(() => waits.length).toBeGreaterThan(20)
  await migrateDatabase({ url: database.url }, { migrations: folder, functions: join(folder, 'none') }).finally(() =>
    clearInterval(coming),
  )
  await Promise.all(visits)
  await close()
  expect(faults).toEqual([])
  // A migration that waits for a table blocks other transactions for less than a second at a time.
  expect(Math.max(...waits)).toBeLessThan(5_000)
  const { rows } = await database.pool.query(
    `select (select count(*)::int from sent where weight is null) as unfilled,
      (select indisvalid from pg_index where indexrelid = 'bought_state'::regclass) as index,
      (select count(*)::int from drizzle.__drizzle_migrations where created_at <= 4) as applied`,
  )
  expect(rows).toEqual([{ unfilled: 0, index: true, applied: 4 }])
})
