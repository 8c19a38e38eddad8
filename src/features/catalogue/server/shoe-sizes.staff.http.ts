import { asc, eq } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { readCursor, toPage } from '#server/http/cursors.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import { handleStaff, type StaffHandler } from '#server/http/staff/staff-handler.ts'
import { lockForWriting } from '#server/http/staff/staff-resources.ts'
import * as calls from '../shoe-sizes.staff.contract.ts'
import { shoeSizes } from './catalogue.tables.ts'

async function readTables(db: Database, category?: string): Promise<calls.ShoeSizeTable[]> {
  const rows = await db
    .select()
    .from(shoeSizes)
    .where(category === undefined ? undefined : eq(shoeSizes.categoryCode, category))
    .orderBy(asc(shoeSizes.categoryCode), asc(shoeSizes.euSize))
  const byCategory = Map.groupBy(rows, ({ categoryCode }) => categoryCode)
  return [...byCategory].map(([code, sizes]) => ({
    category: code,
    sizes: sizes.map(({ euSize, usSize }) => ({ eu: euSize, us: usSize })),
  }))
}

async function getTable(db: Database, category: string): Promise<calls.ShoeSizeTable> {
  const [found] = await readTables(db, category)
  if (!found) throw refuse('not_found')
  return found
}

async function lockAndFind(db: Database, category: string): Promise<calls.ShoeSizeTable | null> {
  await lockForWriting(db, shoeSizes)
  const [found] = await readTables(db, category)
  return found ?? null
}

export const shoeSizeStaffHandlers: StaffHandler[] = [
  handleStaff(calls.listShoeSizes, async ({ shop, input: { limit, after, q } }) => {
    const all = (await readTables(shop.db)).filter(({ category }) => !q || category.includes(q))
    const cursor = readCursor(after, 'text')
    const rest = cursor ? all.filter(({ category }) => category > cursor[0]) : all
    const rows = rest.slice(0, limit + 1)
    return toPage(rows, { limit, total: all.length, cursorOf: ({ category }) => [category], show: (one) => one })
  }),
  handleStaff(calls.getShoeSizes, ({ shop, input }) => getTable(shop.db, input.category)),
  handleStaff(
    calls.saveShoeSizes,
    async ({ shop: { db }, input: { category, sizes } }) => {
      if (new Set(sizes.map(({ eu }) => eu)).size < sizes.length) {
        throw refuseFields({ sizes: ['A European size is listed twice'] })
      }
      await db.delete(shoeSizes).where(eq(shoeSizes.categoryCode, category))
      await db.insert(shoeSizes).values(sizes.map(({ eu, us }) => ({ categoryCode: category, euSize: eu, usSize: us })))
      return getTable(db, category)
    },
    { resource: ({ shop, input }) => lockAndFind(shop.db, input.category) },
  ),
  handleStaff(
    calls.removeShoeSizes,
    async ({ shop: { db }, input }) => {
      await getTable(db, input.category)
      await db.delete(shoeSizes).where(eq(shoeSizes.categoryCode, input.category))
    },
    { resource: ({ shop, input }) => lockAndFind(shop.db, input.category) },
  ),
]
