import { and, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { type StaffOutput, type StaffPage, type StaffParsed, toStaffTime } from '#contract/calls/staff-call.ts'
import { availability } from '#features/catalogue/catalogue.rules.ts'
import { toProductState } from '#features/catalogue/product.staff.rules.ts'
import { findNewStock, lowStock, type StockReason } from '#features/catalogue/stock.rules.ts'
import type { listStock, listStockMoves, StockChange, StockMove } from '#features/catalogue/stock.staff.contract.ts'
import type { Database } from '#server/database/database.ts'
import { maxCounted, readCursor, toPage } from '#server/http/cursors.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { skus } from '../catalogue.tables.ts'
import { lockSkus } from './prices.staff.service.ts'
import { stockMoves } from './stock.tables.ts'

export async function changeStock(
  { db, clock }: Shop,
  items: StockChange[],
  actorName: string,
): Promise<{ moves: StockMove[] }> {
  const found = await lockSkus(db, inArray(skus.sku, [...new Set(items.map(({ sku }) => sku))]))
  const byCode = new Map(found.map((sku) => [sku.sku, sku]))
  const moves: StockMoveToWrite[] = []
  for (const [at, { sku: code, set, by, reason, note }] of items.entries()) {
    const sku = byCode.get(code)
    if (!sku) throw refuseFields({ [`${at}.sku`]: [`There is no sku ${code}.`] })
    if ((set === undefined) === (by === undefined)) throw refuseFields({ [`${at}.set`]: ['Send either set or by.'] })
    const stock = findNewStock(sku.inventory, { set, by })
    if (stock === null) throw refuseFields({ [`${at}.by`]: [`Only ${sku.inventory} units of ${code} are in stock.`] })
    moves.push({ skuId: sku.id, sku: code, by: stock - sku.inventory, stock, reason, note })
    sku.inventory = stock
  }
  const counted = sql.join(
    found.map(({ id, inventory }) => sql`(${id}::int, ${inventory}::int)`),
    sql`, `,
  )
  await db.execute(sql`update skus set inventory = counted.stock from (values ${counted}) as counted (id, stock)
    where skus.id = counted.id and skus.inventory <> counted.stock`)
  return { moves: await writeStockMoves(db, moves, actorName, clock.now()) }
}

type StockMoveToWrite = { skuId: number; sku: string; by: number; stock: number; reason: StockReason; note: string }

/** Records stock changes in the same transaction as the changes themselves. */
export async function writeStockMoves(
  db: Database,
  moves: StockMoveToWrite[],
  actorName: string,
  at: Date,
): Promise<StockMove[]> {
  if (moves.length === 0) return []
  const rows = await db
    .insert(stockMoves)
    .values(moves.map((move) => ({ ...move, actorName, at })))
    .returning()
  return rows.map(toStockMove)
}

function toStockMove({ id, sku, by, stock, reason, note, actorName, at }: typeof stockMoves.$inferSelect): StockMove {
  return { id: String(id), sku, by, stock, reason, note, actor: actorName, at: toStaffTime(at) }
}

export async function readStockMoves(
  { db }: Shop,
  { sku: code, limit, after }: StaffParsed<typeof listStockMoves>,
): Promise<StaffPage<StockMove>> {
  const [sku] = await db.select({ id: skus.id }).from(skus).where(eq(skus.sku, code))
  if (!sku) throw refuse('not_found', { message: `There is no SKU ${code}.` })
  const cursor = readCursor(after, 'long')
  const isOfSku = eq(stockMoves.skuId, sku.id)
  const rows = await db
    .select()
    .from(stockMoves)
    .where(and(isOfSku, cursor ? lt(stockMoves.id, cursor[0]) : undefined))
    .orderBy(desc(stockMoves.id))
    .limit(limit + 1)
  const counted = db
    .select({ one: sql`1` })
    .from(stockMoves)
    .where(isOfSku)
    .limit(maxCounted + 1)
    .as('counted')
  return toPage(rows, { limit, total: await db.$count(counted), cursorOf: ({ id }) => [id], show: toStockMove })
}

type StockRow = {
  id: number
  sku: string
  inventory: number
  image: string
  handle: string
  name: string
  status: number
  options: { name: string; value: string }[]
}

export async function readStock(
  { db }: Shop,
  { limit, after, q, below, is_low, product, sort }: StaffParsed<typeof listStock>,
): Promise<StaffOutput<typeof listStock>> {
  const isByStock = sort === 'stock'
  const cursor = isByStock ? readCursor(after, 'int', 'int') : readCursor(after, 'text')
  const conditions: SQL[] = [sql`true`]
  if (below !== undefined) conditions.push(sql`s.inventory < ${below}`)
  if (is_low) {
    conditions.push(sql`s.inventory between 1 and ${lowStock}
      and exists (select from products p where p.id = s.product_id and p.status = ${availability.forSale})`)
  }
  if (q) conditions.push(sql`starts_with(s.sku, ${q})`)
  if (product) conditions.push(sql`s.product_id = (select id from products where handle = ${product})`)
  const isWanted = sql.join(conditions, sql` and `)
  const isLater = isByStock
    ? sql`(s.inventory, s.id) > (${cursor?.[0]}::int, ${cursor?.[1]}::int)`
    : sql`s.sku > ${cursor?.[0]}::text`
  const { rows } = await db.execute<StockRow>(sql`
    select s.id, s.sku, s.inventory, coalesce(s.image, p.image) as image, p.handle, p.name, p.status,
      coalesce((select json_agg(json_build_object('name', o.name, 'value', o.value_name) order by o.position)
        from sku_options o where o.sku_id = s.id), '[]') as options
    from (select * from skus s where ${isWanted} and ${cursor ? isLater : sql`true`}
      order by ${isByStock ? sql`s.inventory, s.id` : sql`s.sku`} limit ${limit + 1}) s
    join products p on p.id = s.product_id
    order by ${isByStock ? sql`s.inventory, s.id` : sql`s.sku`}`)
  const { rows: counted } = await db.execute<{ total: string }>(
    sql`select count(*) as total from (select from skus s where ${isWanted} limit ${maxCounted + 1}) counted`,
  )
  return toPage(rows, {
    limit,
    total: Number(counted[0]?.total ?? 0),
    cursorOf: (row) => (isByStock ? [row.inventory, row.id] : [row.sku]),
    show: ({ sku, inventory, image, options, handle, name, status }) => ({
      sku,
      stock: inventory,
      options,
      image,
      product: { handle, name, status: toProductState(status) },
    }),
  })
}
