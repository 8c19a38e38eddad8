import { getTableName, type Table } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import type { Live } from '../live/live.ts'

/** What triggers say, within the transaction that writes, of every table that copies are made of: its name, or one row of it. */
const topic = 'kept'
export type Change = { table?: string; id?: string }

/** For so long a copy is handed out without asking whether it still holds. */
const freshMs = 500

/** One kind of copy in one process: told when something it is made of has changed. */
type Keeper = { tables: string[]; forget: (id?: string) => void }
type Keeping = {
  isFresh: () => Promise<boolean>
  keepers: Map<object, Keeper>
  listeners: Set<(change: Change) => void>
}

/** Every table that copies are made of: each needs a trigger that tells of its changes. */
export const keptTables = new Set<string>()

/** The databases whose changes are heard. Of any other, and inside of a transaction, everything is read anew. */
const keepings = new WeakMap<Database, Keeping>()

/**
 * From now on copies of what this database holds are kept in memory. Any number of instances may do so: each hears of every change,
 * whoever made it, as soon as it is committed.
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

/** For what is kept elsewhere: told of every change, and of all at once where it is unknown which. Null where nobody listens to this database. */
export function hearChanges(
  db: Database,
  listener: (change: Change) => void,
): { isFresh: () => Promise<boolean> } | null {
  const keeping = keepings.get(db)
  keeping?.listeners.add(listener)
  return keeping ?? null
}

/**
 * A notice travels for a moment, and a connection can be dead without knowing. So now and then it is asked for a sign of life, which
 * arrives after everything that was said before. Whoever cannot have one reads anew.
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

/** A small table, or what is made of some, as one value that nobody may change. */
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
    // A change while it loads makes the next one load again; this one asked before it.
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
  /** Where the rows are from: a change of one of them is told with the id. */
  table: Table
  /** What else is in them: any change of these forgets them all. */
  with?: Table[]
  /** What triggers call a part of them that changes by itself: told with the id, too. */
  told?: string[]
  /** Memory holds so many, those asked for last. */
  most: number
  load: (db: Database, ids: number[]) => Promise<Map<number, T>>
}

/** Rows of a large table by their ids, those that are in demand. Ids that are none are left out. */
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
      // The last in line is the last to go.
      shelf.byId.delete(id)
      shelf.byId.set(id, row)
    }
    const missing = wanted.filter((id) => !found.has(id))
    if (missing.length === 0) return found
    const { changes } = shelf
    for (const [id, row] of await load(db, missing)) {
      found.set(id, freezeAll(row))
      // Something changed while it was read: perhaps this.
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
  /** What triggers say when an answer may have become another one: tables, or what they call a part of them. */
  told: string[]
  /** Memory holds so many, those asked for last. */
  most: number
}

/** Answers to questions that many ask, by a key that has all of the question in it; any change forgets them all. */
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
    // A change while it loads makes the next one load again; this one asked before it.
    const answer = shelf.get(key) ?? load().then(freezeAll)
    answer.catch(() => shelf.get(key) === answer && shelf.delete(key))
    // The last in line is the last to go.
    shelf.delete(key)
    shelf.set(key, answer)
    for (const oldest of shelf.keys()) {
      if (shelf.size <= most) break
      shelf.delete(oldest)
    }
    return answer
  }
}

/** Everybody is handed the same one, so nobody may write into it. */
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
