import { and, asc, count, eq, gt, ilike, max, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type * as z from 'zod/mini'
import type { Scope } from '#contract/calls/scopes.ts'
import type { StaffAnswers, StaffCall } from '#contract/calls/staff-call.ts'
import { fieldsOf } from '#contract/values.ts'
import type { Database } from '../../database/database.ts'
import type { Shop } from '../../shop.ts'
import { readCursor, toPage, toPattern } from '../cursors.ts'
import { refuse } from '../refuse.ts'
import type { StaffActor } from './staff-actor.ts'
import { handleStaff, type StaffHandler } from './staff-handler.ts'

type Values = Record<string, unknown>
type ListInput = { limit: number; after?: string | undefined; q?: string | undefined }
type ResourceCall<Input, A extends StaffAnswers> = StaffCall<z.ZodMiniType<Input>, z.ZodMiniType, A, Scope>
type Calls = {
  list: ResourceCall<ListInput, 'list'>
  get: ResourceCall<Values, 'one'>
  create: ResourceCall<Values, 'one'>
  edit: ResourceCall<Values, 'one'>
  remove: ResourceCall<Values, 'nothing'>
}

type ResourceOptions<Row, Fields extends Values> = {
  table: PgTable
  /** The name of the key field on the wire, and its column. */
  key: string
  column: PgColumn
  /** The columns that `q` searches. */
  searched: PgColumn[]
  show: (row: Row) => Fields
  /** Converts the fields to a row. The fields have the same names as in the result of `show`. */
  toRow: (fields: Fields, shop: Shop, before: Fields | null) => Values | Promise<Values>
  /**
   * Throws if a change is not allowed. Runs before the write, with the old and new fields. The new fields are null for
   * a deletion.
   */
  check?: (shop: Shop, change: { before: Fields | null; after: Fields | null }) => Promise<void> | void
  /** Writes and removes dependent rows of other tables. */
  saveRelated?: (shop: Shop, fields: Fields, change: { before: Fields | null; by: StaffActor }) => Promise<void>
  removeRelated?: (shop: Shop, before: Fields) => Promise<void>
  /** True if the key is the next number. Otherwise the client sends the key. */
  isNumbered?: true
  /** Creates the key of a new row, if neither the client nor the order of numbers decides. */
  createKey?: () => string
  /** Reads all rows, for a resource that is stored in several tables. */
  from?: (db: Database, where: SQL | undefined, limit: number) => Promise<Row[]>
}

/** 5,000 rows are enough for any shop, and stop a script that creates rows without end. */
const maxRows = 5_000

/** Creates the five calls of a short list. */
export function handleResource<Row, Fields extends Values>(
  calls: Calls,
  of: ResourceOptions<Row, Fields>,
): StaffHandler[] {
  const { table, column, key, show } = of
  const select =
    of.from ??
    ((db: Database, where: SQL | undefined, limit: number) =>
      db.select().from(table).where(where).orderBy(asc(column)).limit(limit) as unknown as Promise<Row[]>)

  async function find(db: Database, name: unknown): Promise<Fields | null> {
    const [row] = await select(db, eq(column, name), 1)
    return row ? show(row) : null
  }
  async function get(db: Database, name: unknown): Promise<Fields> {
    const found = await find(db, name)
    if (!found) throw refuse('not_found')
    return found
  }
  async function save(shop: Shop, by: StaffActor, before: Fields | null, after: Fields): Promise<void> {
    await of.check?.(shop, { before, after })
    const row = await of.toRow(after, shop, before)
    await refuseConstraintErrors(async () => {
      if (before) await shop.db.update(table).set(row).where(eq(column, before[key]))
      else await shop.db.insert(table).values(row)
      await of.saveRelated?.(shop, after, { before, by })
    })
  }

  return [
    handleStaff(calls.list, async ({ shop: { db }, input }) => {
      const { limit, after, q } = input
      const cursor = readCursor(after, column.dataType === 'number' ? 'int' : 'text')
      const pattern = toPattern(q ?? '')
      const condition = q ? or(...of.searched.map((one) => ilike(one, pattern))) : undefined
      const rows = await select(db, and(condition, cursor ? gt(column, cursor[0]) : undefined), limit + 1)
      const [{ total } = { total: 0 }] = await db.select({ total: count() }).from(table).where(condition)
      return toPage(rows, { limit, total, cursorOf: (row) => [nameOf(show(row)[key])], show })
    }),
    handleStaff(calls.get, ({ shop, input }) => get(shop.db, input[key])),
    handleStaff(calls.create, async ({ shop, input, actor }) => {
      const { db } = shop
      await lockForWriting(db, table)
      const [{ there, last } = { there: 0, last: 0 }] = await db
        .select({ there: count(), last: max(column) })
        .from(table)
      if (there >= maxRows) throw refuse('too_many_rows')
      const name = of.isNumbered ? Number(last ?? 0) + 1 : (of.createKey?.() ?? input[key])
      if (!of.isNumbered && (await find(db, name))) throw refuse('exists_already')
      await save(shop, actor, null, { ...input, [key]: name } as Fields)
      return get(db, name)
    }),
    handleStaff(
      calls.edit,
      async ({ shop, input, actor }) => {
        const before = await get(shop.db, input[key])
        await save(shop, actor, before, { ...before, ...removeUndefined(input) })
        return get(shop.db, before[key])
      },
      { resource: ({ shop, input }) => lockAndFind(shop.db, input) },
    ),
    handleStaff(
      calls.remove,
      async ({ shop, input }) => {
        const before = await get(shop.db, input[key])
        await of.check?.(shop, { before, after: null })
        await refuseConstraintErrors(async () => {
          await of.removeRelated?.(shop, before)
          await shop.db.delete(table).where(eq(column, before[key]))
        })
      },
      { resource: ({ shop, input }) => lockAndFind(shop.db, input) },
    ),
  ]

  /**
   * Locks the table for writers and finds the row, so that no other write happens between a check and its change.
   * Readers do not wait.
   */
  async function lockAndFind(db: Database, input: Values): Promise<Fields | null> {
    await lockForWriting(db, table)
    return find(db, input[key])
  }
}

export async function lockForWriting(db: Database, table: PgTable): Promise<void> {
  await db.execute(sql`lock table ${table} in share row exclusive mode`)
}

const nameOf = (value: unknown) => (typeof value === 'number' ? value : String(value))

const removeUndefined = (values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** Turns a constraint violation of the database into a refusal with a message. */
async function refuseConstraintErrors(write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    const { code } = fieldsOf(fieldsOf(error).cause ?? error)
    if (code === '23503') throw refuse('still_used')
    if (code === '23505') throw refuse('exists_already')
    throw error
  }
}
