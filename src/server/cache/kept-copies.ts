import { getTableName, type Table } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import type { Live } from '../live/live.ts'

/**
 * The notification topic of changes to cached tables. Triggers send the table name, or one row's id, in the writing
 * transaction.
 */
const topic = 'kept'
export type Change = { table?: string; id?: string }

/** 500 ms: for this long, a cached value is used without asking the listening connection again. */
const freshMs = 500

/** One kind of cache in one process, with the function that drops stale entries. */
type Keeper = { tables: string[]; forget: (id?: string) => void }
type Keeping = {
  isFresh: () => Promise<boolean>
  keepers: Map<object, Keeper>
  listeners: Set<(change: Change) => void>
}

/** Tables that cached values are built from. Each one needs a trigger that sends its changes. */
export const keptTables = new Set<string>()

/**
 * The databases whose changes are listened to. For other databases, and inside a transaction, values are read from the
 * tables.
 */
const keepings = new WeakMap<Database, Keeping>()

/**
 * Starts caching data of this database in memory. Any number of instances can do this. Every instance hears each
 * committed change, from any writer.
 */
export function keepCopies(db: Database, live: Live, fresh = freshMs): { stop: () => void } {
  const keepers = new Map<object, Keeper>()
  const listeners: Keeping['listeners'] = new Set()
  const hear = (change: Change) => {
    const { table, id } = change
    for (const listener of listeners) listener(change)
    for (const keeper of keepers.values()) {
      if (table === undefined) keeper.forget()
      else if (keeper.tables.includes(table)) keeper.forget(id)
    }
  }
  const { stop } = live.subscribe(topic, ({ name, data }) => hear(name === 'changed' ? data : {}))
  keepings.set(db, { isFresh: createFreshness(live, fresh), keepers, listeners })
  return {
    stop: () => {
      keepings.delete(db)
      stop()
    },
  }
}

/**
 * Listens to changes for a cache that lives elsewhere. The listener gets every change, or an empty change after a lost
 * connection. Returns null if this database has no listening connection.
 */
export function hearChanges(
  db: Database,
  listener: (change: Change) => void,
): { isFresh: () => Promise<boolean> } | null {
  const keeping = keepings.get(db)
  keeping?.listeners.add(listener)
  return keeping ?? null
}

/**
 * Returns a function that checks whether the listening connection is up to date. A notice takes a moment to arrive, and
 * a connection can be dead without an error. The check sends a query, whose answer arrives after all earlier notices.
 * If the check fails, values are read from the tables.
 */
function createFreshness(live: Live, fresh: number): () => Promise<boolean> {
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
export function keepCopy<T>(tables: Table[], load: (db: Database) => Promise<T>): (db: Database) => Promise<T> {
  const made = new WeakMap<Keeping, Promise<T>>()
  const names = nameTables(tables)
  return async (db) => {
    const keeping = keepings.get(db)
    if (!keeping || !(await keeping.isFresh())) return load(db)
    if (!keeping.keepers.has(made)) {
      keeping.keepers.set(made, { tables: names, forget: () => made.delete(keeping) })
    }
    const known = made.get(keeping)
    if (known) return known
    // A change during the load makes the next reader load again. The current reader asked before the change.
    const loading = load(db).then(freezeAll)
    made.set(keeping, loading)
    loading.catch(() => made.get(keeping) === loading && made.delete(keeping))
    return loading
  }
}

function nameTables(tables: Table[]): string[] {
  const names = tables.map(getTableName)
  for (const name of names) keptTables.add(name)
  return names
}

type Rows<T> = {
  /** The table of the rows. A change of one row is notified with its id. */
  table: Table
  /** Other tables that the rows contain. A change of these drops all cached rows. */
  with?: Table[]
  /** Names that triggers use for a part of the rows that changes by itself. The notice carries the row's id. */
  told?: string[]
  /** The largest number of cached rows. The least recently used row is evicted first. */
  most: number
  load: (db: Database, ids: number[]) => Promise<Map<number, T>>
}

/** Caches rows of a large table by id. Unknown ids are left out of the result. */
export function keepRows<T>(rows: Rows<T>): (db: Database, ids: Iterable<number>) => Promise<Map<number, T>> {
  const { table, most, load } = rows
  type Shelf = { byId: Map<number, T>; changes: number }
  const shelves = new WeakMap<Keeping, Shelf>()
  const names = [...nameTables([table, ...(rows.with ?? [])]), ...(rows.told ?? [])]

  function openShelf(keeping: Keeping): Shelf {
    const shelf: Shelf = { byId: new Map(), changes: 0 }
    const forget = (id?: string) => {
      shelf.changes++
      if (id === undefined) shelf.byId.clear()
      else shelf.byId.delete(Number(id))
    }
    keeping.keepers.set(shelves, { tables: names, forget })
    shelves.set(keeping, shelf)
    return shelf
  }

  return async (db, ids) => {
    const wanted = [...new Set(ids)]
    const keeping = keepings.get(db)
    if (!keeping || !(await keeping.isFresh())) return wanted.length > 0 ? load(db, wanted) : new Map()
    const shelf = shelves.get(keeping) ?? openShelf(keeping)
    const found = new Map<number, T>()
    for (const id of wanted) {
      const row = shelf.byId.get(id)
      if (row === undefined) continue
      found.set(id, row)
      // A map iterates in insertion order, so the entry that was used last is evicted last.
      shelf.byId.delete(id)
      shelf.byId.set(id, row)
    }
    const missing = wanted.filter((id) => !found.has(id))
    if (missing.length === 0) return found
    const { changes } = shelf
    for (const [id, row] of await load(db, missing)) {
      found.set(id, freezeAll(row))
      // A change arrived during the load and may concern this row, so the row is not cached.
      if (shelf.changes === changes) shelf.byId.set(id, row)
    }
    for (const id of shelf.byId.keys()) {
      if (shelf.byId.size <= most) break
      shelf.byId.delete(id)
    }
    return found
  }
}

type Answers = {
  /** Tables, or trigger names for parts of tables, whose changes make the answers stale. */
  told: string[]
  /** The largest number of cached answers. The least recently used answer is evicted first. */
  most: number
}

/** Caches answers to frequent queries. The key must contain the whole query. Any change drops all answers. */
export function keepAnswers<T>({
  told,
  most,
}: Answers): (db: Database, key: string, load: () => Promise<T>) => Promise<T> {
  const shelves = new WeakMap<Keeping, Map<string, Promise<T>>>()
  return async (db, key, load) => {
    const keeping = keepings.get(db)
    if (!keeping || !(await keeping.isFresh())) return load()
    const shelf = shelves.get(keeping) ?? new Map<string, Promise<T>>()
    if (!shelves.has(keeping)) {
      shelves.set(keeping, shelf)
      keeping.keepers.set(shelves, { tables: told, forget: () => shelf.clear() })
    }
    // A change during the load makes the next reader load again. The current reader asked before the change.
    const answer = shelf.get(key) ?? load().then(freezeAll)
    answer.catch(() => shelf.get(key) === answer && shelf.delete(key))
    // A map iterates in insertion order, so the entry that was used last is evicted last.
    shelf.delete(key)
    shelf.set(key, answer)
    for (const oldest of shelf.keys()) {
      if (shelf.size <= most) break
      shelf.delete(oldest)
    }
    return answer
  }
}

/** Freezes a value deeply, because all readers share the same object. */
function freezeAll<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  if (value instanceof Map) {
    for (const one of value.values()) freezeAll(one)
    const refuse = () => {
      throw new TypeError('A kept copy is nobody’s to change')
    }
    Object.assign(value, { set: refuse, delete: refuse, clear: refuse })
  } else for (const one of Object.values(value)) freezeAll(one)
  return Object.freeze(value)
}
