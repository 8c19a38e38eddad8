import { getTableName, type Table } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import type { Live } from '../live/live.ts'

/**
 * The notification topic of changes to cached tables. Triggers send the table name, or one row's id, in the writing
 * transaction.
 */
const topic = 'kept'
export type Change = { table?: string; id?: string }

/** 500 ms: the time for which cached values are used before the listening connection is checked again. */
const freshMs = 500

/** One kind of cache in one process, with the function that drops stale entries. */
type CacheInvalidator = { tables: string[]; invalidate: (id?: string) => void }
type CacheState = {
  isFresh: () => Promise<boolean>
  invalidators: Map<object, CacheInvalidator>
  listeners: Set<(change: Change) => void>
}

/** Tables that cached values are built from. Each table needs a trigger that sends its changes. */
export const cachedTables = new Set<string>()

/**
 * The cache state of each database with a listening connection. Other databases, and transactions, read the values from
 * the tables.
 */
const cacheStates = new WeakMap<Database, CacheState>()

/**
 * Starts caching data of this database in memory. Several instances can cache the same database, because each instance
 * is notified of every committed change.
 */
export function startCaches(db: Database, live: Live, fresh = freshMs): { stop: () => void } {
  const invalidators = new Map<object, CacheInvalidator>()
  const listeners: CacheState['listeners'] = new Set()
  const onChange = (change: Change) => {
    const { table, id } = change
    for (const listener of listeners) listener(change)
    for (const invalidator of invalidators.values()) {
      if (table === undefined) invalidator.invalidate()
      else if (invalidator.tables.includes(table)) invalidator.invalidate(id)
    }
  }
  const { stop } = live.subscribe(topic, ({ name, data }) => onChange(name === 'changed' ? data : {}))
  cacheStates.set(db, { isFresh: createFreshnessCheck(live, fresh), invalidators, listeners })
  return {
    stop: () => {
      cacheStates.delete(db)
      stop()
    },
  }
}

/**
 * Calls the listener for every change, for a cache outside this module. After a lost connection, the listener gets an
 * empty change. Returns null if this database has no listening connection.
 */
export function onCacheChange(
  db: Database,
  listener: (change: Change) => void,
): { isFresh: () => Promise<boolean> } | null {
  const cacheState = cacheStates.get(db)
  cacheState?.listeners.add(listener)
  return cacheState ?? null
}

/**
 * Returns a function that checks whether the listening connection is up to date. A notice takes a moment to arrive, and
 * a connection can be dead without an error. The check sends a query, whose result arrives after all earlier notices.
 * If the check fails, values are read from the tables.
 */
function createFreshnessCheck(live: Live, fresh: number): () => Promise<boolean> {
  let askedAt = Number.NEGATIVE_INFINITY
  let answer = Promise.resolve(false)
  return () => {
    const now = performance.now()
    if (now - askedAt > fresh) {
      askedAt = now
      answer = live.catchUp().then(
        () => true,
        () => false,
      )
    }
    return answer
  }
}

/** Caches one frozen value that is built from small tables. */
export function cacheValue<T>(tables: Table[], load: (db: Database) => Promise<T>): (db: Database) => Promise<T> {
  const values = new WeakMap<CacheState, Promise<T>>()
  const names = registerTables(tables)
  return async (db) => {
    const cacheState = cacheStates.get(db)
    if (!cacheState || !(await cacheState.isFresh())) return load(db)
    if (!cacheState.invalidators.has(values)) {
      cacheState.invalidators.set(values, { tables: names, invalidate: () => values.delete(cacheState) })
    }
    const known = values.get(cacheState)
    if (known) return known
    // After a change during the load, only the next reader loads again. The current reader began before the change.
    const loading = load(db).then(freezeDeep)
    values.set(cacheState, loading)
    loading.catch(() => values.get(cacheState) === loading && values.delete(cacheState))
    return loading
  }
}

function registerTables(tables: Table[]): string[] {
  const names = tables.map(getTableName)
  for (const name of names) cachedTables.add(name)
  return names
}

type Rows<T> = {
  /** The table of the rows. The notice of a changed row carries the row's id. */
  table: Table
  /** Other tables whose data the rows contain. A change in any of these tables drops all cached rows. */
  with?: Table[]
  /** Names that triggers send when only one part of a row changes, such as the stock. The notice carries the row's id. */
  invalidatedBy?: string[]
  /** The largest number of cached rows. The least recently used row is evicted first. */
  maxEntries: number
  load: (db: Database, ids: number[]) => Promise<Map<number, T>>
}

/** Caches rows of a large table by id. Unknown ids are left out of the result. */
export function cacheRows<T>(rows: Rows<T>): (db: Database, ids: Iterable<number>) => Promise<Map<number, T>> {
  const { table, maxEntries, load } = rows
  type RowCache = { byId: Map<number, T>; changes: number }
  const caches = new WeakMap<CacheState, RowCache>()
  const names = [...registerTables([table, ...(rows.with ?? [])]), ...(rows.invalidatedBy ?? [])]

  function createRowCache(cacheState: CacheState): RowCache {
    const cache: RowCache = { byId: new Map(), changes: 0 }
    const invalidate = (id?: string) => {
      cache.changes++
      if (id === undefined) cache.byId.clear()
      else cache.byId.delete(Number(id))
    }
    cacheState.invalidators.set(caches, { tables: names, invalidate })
    caches.set(cacheState, cache)
    return cache
  }

  return async (db, ids) => {
    const uniqueIds = [...new Set(ids)]
    const cacheState = cacheStates.get(db)
    if (!cacheState || !(await cacheState.isFresh())) return uniqueIds.length > 0 ? load(db, uniqueIds) : new Map()
    const cache = caches.get(cacheState) ?? createRowCache(cacheState)
    const found = new Map<number, T>()
    for (const id of uniqueIds) {
      const row = cache.byId.get(id)
      if (row === undefined) continue
      found.set(id, row)
      // A map iterates in insertion order, so a used row is inserted again and evicted last.
      cache.byId.delete(id)
      cache.byId.set(id, row)
    }
    const missing = uniqueIds.filter((id) => !found.has(id))
    if (missing.length === 0) return found
    const { changes } = cache
    for (const [id, row] of await load(db, missing)) {
      found.set(id, freezeDeep(row))
      // A change arrived during the load and may concern this row, so the row is not cached.
      if (cache.changes === changes) cache.byId.set(id, row)
    }
    for (const id of cache.byId.keys()) {
      if (cache.byId.size <= maxEntries) break
      cache.byId.delete(id)
    }
    return found
  }
}

type Answers = {
  /** Tables, or trigger names for parts of tables, whose changes make the cached results stale. */
  invalidatedBy: string[]
  /** The largest number of cached results. The least recently used result is evicted first. */
  maxEntries: number
}

/** Caches results of frequent queries. The key must contain the whole query. Any change drops all cached results. */
export function cacheAnswers<T>({
  invalidatedBy,
  maxEntries,
}: Answers): (db: Database, key: string, load: () => Promise<T>) => Promise<T> {
  const caches = new WeakMap<CacheState, Map<string, Promise<T>>>()
  return async (db, key, load) => {
    const cacheState = cacheStates.get(db)
    if (!cacheState || !(await cacheState.isFresh())) return load()
    const cache = caches.get(cacheState) ?? new Map<string, Promise<T>>()
    if (!caches.has(cacheState)) {
      caches.set(cacheState, cache)
      cacheState.invalidators.set(caches, { tables: invalidatedBy, invalidate: () => cache.clear() })
    }
    // After a change during the load, only the next reader loads again. The current reader began before the change.
    const answer = cache.get(key) ?? load().then(freezeDeep)
    answer.catch(() => cache.get(key) === answer && cache.delete(key))
    // A map iterates in insertion order, so a used result is inserted again and evicted last.
    cache.delete(key)
    cache.set(key, answer)
    for (const oldest of cache.keys()) {
      if (cache.size <= maxEntries) break
      cache.delete(oldest)
    }
    return answer
  }
}

/** Freezes a value deeply, because all readers share the same object. */
function freezeDeep<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  if (value instanceof Map) {
    for (const one of value.values()) freezeDeep(one)
    const refuse = () => {
      throw new TypeError('A cached value cannot be changed')
    }
    Object.assign(value, { set: refuse, delete: refuse, clear: refuse })
  } else for (const one of Object.values(value)) freezeDeep(one)
  return Object.freeze(value)
}
