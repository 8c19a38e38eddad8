import { eq, sql } from 'drizzle-orm'
import type { StaffPage, StaffParsed } from '#contract/calls/staff-call.ts'
import { isSafeLink } from '#contract/text/links.ts'
import type {
  createCategory,
  editCategory,
  listStaffCategories,
  StaffCategory,
} from '#features/catalogue/categories.staff.contract.ts'
import { checkTaxCategory } from '#features/tax/server/tax.service.ts'
import { type Database, isStillReferenced } from '#server/database/database.ts'
import { readCursor, toPage } from '#server/http/cursors.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { categories } from '../catalogue.tables.ts'
import { reserveIds } from '../products/reserve-ids.ts'

/** 2,000: more categories than any menu can show. A shop with more has created them by mistake. */
const maxCategories = 2000

const categoryRows = sql`
  select c.id, c.code, c.name, parent.code as parent, c.image, c.is_returnable,
    c.tax_category, c.sort,
    (select count(*)::int from product_categories k where k.category_id = c.id) as products
  from categories c left join categories parent on parent.id = c.parent_id`

export async function readCategories(
  { db }: Shop,
  { limit, after, q }: StaffParsed<typeof listStaffCategories>,
): Promise<StaffPage<StaffCategory>> {
  const cursor = readCursor(after, 'int', 'int')
  const isWanted = q ? sql`(c.code = ${q} or c.name ilike ${`${q.replace(/[\\%_]/g, '\\$&')}%`})` : sql`true`
  const isLater = cursor ? sql`(c.sort, c.id) > (${cursor[0]}::int, ${cursor[1]}::int)` : sql`true`
  const { rows } = await db.execute<StaffCategory>(
    sql`${categoryRows} where ${isWanted} and ${isLater} order by c.sort, c.id limit ${limit + 1}`,
  )
  const { rows: counted } = await db.execute<{ total: string }>(
    sql`select count(*) as total from categories c where ${isWanted}`,
  )
  const total = Number(counted[0]?.total ?? 0)
  return toPage(rows, { limit, total, cursorOf: ({ sort, id }) => [sort, id], show: (row) => row })
}

export async function readCategory({ db }: Pick<Shop, 'db'>, code: string): Promise<StaffCategory> {
  const { rows } = await db.execute<StaffCategory>(sql`${categoryRows} where c.code = ${code}`)
  if (!rows[0]) throw refuse('not_found', { message: `There is no category ${code}.` })
  return rows[0]
}

export async function addCategory({ db }: Shop, input: StaffParsed<typeof createCategory>): Promise<StaffCategory> {
  await lockCategories(db)
  if ((await db.$count(categories)) >= maxCategories) {
    throw refuse('invalid_input', { message: `A shop can have at most ${maxCategories} categories.` })
  }
  const [id = 0] = await reserveIds(db, 'categories', 1)
  const { code, name, image, sort } = input
  refuseUnsafePicture(image)
  await checkTaxCategory(db, input.tax_category)
  const [added] = await db
    .insert(categories)
    .values({
      id,
      code,
      name,
      image,
      sort,
      isReturnable: input.is_returnable,
      taxCategory: input.tax_category,
      parentId: await findParent(db, input),
    })
    .onConflictDoNothing({ target: categories.code })
    .returning({ id: categories.id })
  if (!added) throw refuse('exists_already', { message: `There is already a category ${code}.` })
  return readCategory({ db }, code)
}

export async function changeCategory({ db }: Shop, input: StaffParsed<typeof editCategory>): Promise<StaffCategory> {
  await lockCategories(db)
  const { code, name, image, sort, is_returnable, tax_category, parent } = input
  refuseUnsafePicture(image)
  await checkTaxCategory(db, tax_category)
  const changes = {
    ...(name !== undefined && { name }),
    ...(image !== undefined && { image }),
    ...(sort !== undefined && { sort }),
    ...(is_returnable !== undefined && { isReturnable: is_returnable }),
    ...(tax_category !== undefined && { taxCategory: tax_category }),
    ...(parent !== undefined && { parentId: await findParent(db, { code, parent }) }),
  }
  if (Object.keys(changes).length > 0) await db.update(categories).set(changes).where(eq(categories.code, code))
  return readCategory({ db }, code)
}

export async function deleteCategory({ db }: Shop, code: string): Promise<void> {
  await lockCategories(db)
  try {
    await db.transaction((tx) => tx.delete(categories).where(eq(categories.code, code)))
  } catch (error) {
    if (!isStillReferenced(error)) throw error
    throw refuse('still_used', { message: `The category ${code} still contains products or other categories.` })
  }
}

/** Locks the table against other writers. Two concurrent moves, each valid by itself, could create a cycle. */
async function lockCategories(db: Database): Promise<void> {
  await db.execute(sql`lock table categories in share row exclusive mode`)
}

/** Returns the parent category, which must not be a descendant of this one. */
async function findParent(
  db: Database,
  { code, parent }: { code: string; parent: string | null },
): Promise<number | null> {
  if (parent === null) return null
  const { rows } = await db.execute<{ id: number; code: string }>(sql`
    with recursive above as (
      select id, code, parent_id from categories where code = ${parent}
      union select c.id, c.code, c.parent_id from categories c join above on above.parent_id = c.id
    ) select id, code from above`)
  const found = rows.find((row) => row.code === parent)
  if (!found) throw refuseFields({ parent: [`There is no category ${parent}.`] })
  if (rows.some((row) => row.code === code))
    throw refuseFields({ parent: [`The category ${parent} is itself below ${code}.`] })
  return found.id
}

function refuseUnsafePicture(path: string | null | undefined): void {
  if (path && !isSafeLink(path))
    throw refuseFields({ image: ['The link must be a path of this shop or an app store link.'] })
}
