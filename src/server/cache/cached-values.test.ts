import { asc, eq, inArray, sql } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase } from '#testing/processes/cluster.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { type Live, openLive } from '../live/live.ts'
import { createLog } from '../log/log.ts'
import { cacheAnswers, cacheRows, cacheValue, startCaches } from './cached-values.ts'

const colours = pgTable('colours', { id: integer('id').primaryKey(), name: text('name').notNull() })
const goods = pgTable('goods', { id: integer('id').primaryKey(), name: text('name').notNull() })

type Instance = { db: Database; live: Live; close: () => Promise<void> }
const world = {} as { url: string; drop: () => Promise<void>; one: Instance; other: Instance }

/** An instance of the shop with its own connections to the shared database. */
async function openInstance(fresh?: number): Promise<Instance> {
  const { db, pool, close } = openDatabase(world.url, { max: 2 })
  const live = openLive(pool, createLog('silent'))
  const { stop } = startCaches(db, live, fresh)
  await live.subscribe('nothing', () => {}).ready
  return {
    db,
    live,
    close: async () => {
      stop()
      await live.close()
      await close()
    },
  }
}

beforeAll(async () => {
  const { db, url, drop } = await createTestDatabase()
  world.url = url
  world.drop = drop
  await db.execute(sql`create table colours (id int primary key, name text not null)`)
  await db.execute(sql`create table goods (id int primary key, name text not null)`)
  await db.execute(sql`create trigger tell after insert or update or delete or truncate on colours
    for each statement execute function tell_kept_table()`)
  await db.execute(sql`create trigger tell after insert or update or delete on goods
    for each row execute function tell_kept_row('goods', 'id')`)
})
afterAll(() => world.drop())

beforeEach(async () => {
  world.one = await openInstance()
  world.other = await openInstance()
  await world.one.db.execute(sql`truncate colours, goods`)
  await world.one.db.insert(colours).values([{ id: 1, name: 'red' }])
  await world.one.db.insert(goods).values([1, 2, 3, 4].map((id) => ({ id, name: `dress ${id}` })))
  await Promise.all([world.one.live.catchUp(), world.other.live.catchUp()])
})
afterEach(async () => {
  await world.one.close()
  await world.other.close()
})

function cacheColours() {
  const load = vi.fn((db: Database) => db.select().from(colours).orderBy(asc(colours.id)))
  return { load, read: cacheValue([colours], load) }
}

function cacheGoods(maxEntries = 100) {
  const load = vi.fn(async (db: Database, ids: number[]) => {
    const rows = await db.select().from(goods).where(inArray(goods.id, ids))
    return new Map(rows.map((row) => [row.id, row]))
  })
  return { load, read: cacheRows({ table: goods, with: [colours], maxEntries, load }) }
}

test('loads a cached value once for concurrent readers', async () => {
  const { load, read } = cacheColours()
  const all = await Promise.all(Array.from({ length: 20 }, () => read(world.one.db)))
  expect(await read(world.one.db)).toBe(all[0])
  expect(load).toHaveBeenCalledTimes(1)
})

test('propagates a change to other instances within one second', async () => {
  const { load, read } = cacheColours()
  expect(await read(world.other.db)).toEqual([{ id: 1, name: 'red' }])
  await world.one.db.update(colours).set({ name: 'blue' })
  await vi.waitFor(async () => expect(await read(world.other.db)).toEqual([{ id: 1, name: 'blue' }]), 1_000)
  expect(load).toHaveBeenCalledTimes(2)
})

test('keeps the cached value when a transaction is rolled back', async () => {
  const { load, read } = cacheColours()
  await read(world.other.db)
  const change = world.one.db.transaction(async (tx) => {
    await tx.update(colours).set({ name: 'blue' })
    throw new Error('not today')
  })
  await expect(change).rejects.toThrow('not today')
  await world.other.live.catchUp()
  await read(world.other.db)
  expect(load).toHaveBeenCalledTimes(1)
})

test('reads uncommitted changes inside the transaction that made them', async () => {
  const { read } = cacheColours()
  await read(world.one.db)
  await world.one.db.transaction(async (tx) => {
    await tx.update(colours).set({ name: 'blue' })
    expect(await read(tx)).toEqual([{ id: 1, name: 'blue' }])
  })
})

test('rebuilds a cache entry that was invalidated while it was being built', async () => {
  const continueWork = Promise.withResolvers<void>()
  let times = 0
  const read = cacheValue([colours], async (db) => {
    const rows = await db.select().from(colours)
    if (++times === 1) await continueWork.promise
    return rows
  })
  const old = read(world.one.db)
  await vi.waitFor(() => expect(times).toBe(1))
  await world.other.db.update(colours).set({ name: 'blue' })
  await world.one.live.catchUp()
  continueWork.resolve()
  expect(await old).toEqual([{ id: 1, name: 'red' }])
  expect(await read(world.one.db)).toEqual([{ id: 1, name: 'blue' }])
})

test('does not cache a failed load', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('away')).mockResolvedValueOnce('here')
  const read = cacheValue([colours], load)
  await expect(read(world.one.db)).rejects.toThrow('away')
  expect(await read(world.one.db)).toBe('here')
})

test('freezes cached values', async () => {
  const read = cacheValue([colours], async () => ({ list: [{ name: 'red' }], map: new Map([['red', { id: 1 }]]) }))
  const { list, map } = await read(world.one.db)
  expect(() => list.push({ name: 'blue' })).toThrow(TypeError)
  expect(() => Object.assign(list[0] ?? {}, { name: 'blue' })).toThrow(TypeError)
  expect(() => map.set('blue', { id: 2 })).toThrow(TypeError)
})

test('reads from the database while no connection listens for changes', async () => {
  const { load, read } = cacheColours()
  const uncached = await openInstance(-1)
  await read(uncached.db)
  await read(uncached.db)
  expect(load).toHaveBeenCalledTimes(1)
  await uncached.live.close()
  await read(uncached.db)
  await read(uncached.db)
  expect(load).toHaveBeenCalledTimes(3)
  await uncached.close()
})

test('drops all cached values when the listening connection is lost', async () => {
  const { load, read } = cacheColours()
  await read(world.other.db)
  const resynced = new Promise<void>((resolve) => {
    world.other.live.subscribe('any topic', ({ name }) => name === 'resync' && resolve())
  })
  await world.one.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'harbor live' and datname = current_database()`)
  await resynced
  await read(world.other.db)
  await read(world.other.db)
  expect(load).toHaveBeenCalledTimes(2)
})

test('caches rows by id and reloads only the row that changed', async () => {
  const { load, read } = cacheGoods()
  expect([...(await read(world.other.db, [1, 2, 99])).keys()]).toEqual([1, 2])
  await read(world.other.db, [2, 3, 3])
  await world.one.db.update(goods).set({ name: 'coat' }).where(eq(goods.id, 2))
  await world.other.live.catchUp()
  expect((await read(world.other.db, [1, 2, 3])).get(2)).toEqual({ id: 2, name: 'coat' })
  expect(load.mock.calls.map(([, ids]) => ids)).toEqual([[1, 2, 99], [3], [2]])
})

test('drops all cached rows when a table in `with` changes', async () => {
  const { load, read } = cacheGoods()
  await read(world.other.db, [1, 2])
  await world.one.db.update(colours).set({ name: 'blue' })
  await world.other.live.catchUp()
  await read(world.other.db, [1, 2])
  expect(load).toHaveBeenCalledTimes(2)
})

test('evicts the least recently used row', async () => {
  const { load, read } = cacheGoods(2)
  await read(world.one.db, [1, 2])
  await read(world.one.db, [1])
  await read(world.one.db, [3])
  await read(world.one.db, [1, 3])
  expect(load).toHaveBeenCalledTimes(2)
  await read(world.one.db, [2])
  expect(load).toHaveBeenCalledTimes(3)
})

test('evicts the least recently used query result, and drops all results after a change', async () => {
  const { db } = world.other
  const load = vi.fn(async (key: string) => `answer to ${key}`)
  const read = cacheAnswers<string>({ invalidatedBy: ['colours'], maxEntries: 2 })
  const ask = (key: string) => read(db, key, () => load(key))
  await Promise.all([ask('a'), ask('a'), ask('b')])
  await ask('a')
  expect(await ask('c')).toBe('answer to c')
  expect(load.mock.calls).toEqual([['a'], ['b'], ['c']])
  await ask('a')
  await ask('b')
  expect(load.mock.calls.slice(3)).toEqual([['b']])
  await world.one.db.update(colours).set({ name: 'green' })
  await world.other.live.catchUp()
  await ask('b')
  expect(load.mock.calls.slice(4)).toEqual([['b']])
})

test('repeats a query that failed', async () => {
  const load = vi.fn(async () => 'there')
  load.mockRejectedValueOnce(new Error('away'))
  const read = cacheAnswers<string>({ invalidatedBy: ['colours'], maxEntries: 2 })
  await expect(read(world.one.db, 'a', load)).rejects.toThrow('away')
  expect(await read(world.one.db, 'a', load)).toBe('there')
})
