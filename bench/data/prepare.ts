import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { parseConfig } from '#app/config.ts'
import { assembleShop } from '#app/process/assemble-shop.ts'
import { loadDemo } from '#demo/load-demo.ts'
import { rebuildListings } from '#features/catalogue/server/lists/rebuild-listings.service.ts'
import { registerType } from '#features/coupons/coupon-widget.rules.ts'
import { couponType } from '#features/coupons/coupons.rules.ts'
import { saveCoupon, saveWidget } from '#features/coupons/server/save-coupons.service.ts'
import { rebuildOrderDocuments } from '#features/orders/server/queries/order-documents.service.ts'
import { hashPassword } from '#features/sign-in/server/password.ts'
import { openDatabase } from '#server/database/database.ts'
import { migrateDatabase } from '#server/database/migrations.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres.ts'
import { createLog } from '#server/log/log.ts'
import type { Shop } from '#server/shop.ts'
import { withoutIndexes } from './constraints.ts'
import { openCopy } from './copy.ts'
import { orderTables, type Table } from './order-tables.ts'
import { boundCoupons, boundWidget, couponNumbers, couponRows, otherTables } from './other-tables.ts'
import { day, type Plan, planOrder, planOwners, type Size, type Sku, sizes } from './plan.ts'
import { addWideTables } from './wide-tables.ts'

/** The version of the generated rows. Increase the number when the generator changes its rows. */
const generatorVersion = 1

const root = fileURLToPath(new URL('../../', import.meta.url))
const cacheFolder = join(root, '.cache/bench')

/**
 * Returns prepared data folders by size. A folder is created once, and again when the generator or the migrations of
 * the folder change.
 */
export async function prepareData(wanted: Size['name'][] = ['tenth', 'full']): Promise<Record<Size['name'], string>> {
  const folders = { tenth: join(cacheFolder, 'tenth'), full: join(cacheFolder, 'full') }
  const migrations = hashMigrations()
  for (const size of sizes) {
    if (!wanted.includes(size.name)) continue
    const folder = folders[size.name]
    if (await isLoaded(folder, migrations)) continue
    await removeData(folder)
    await mkdir(cacheFolder, { recursive: true })
    await loadData(folder, size)
    await writeFile(join(folder, 'loaded.json'), JSON.stringify({ generatorVersion, migrations }))
  }
  for (const name of wanted) await writeDocuments(folders[name])
  if (wanted.includes('full')) await widen(folders.full)
  return folders
}

/**
 * Returns whether a folder has current data. Later migrations do not require new data, because the server runs these at
 * its start.
 */
async function isLoaded(folder: string, migrations: string[]): Promise<boolean> {
  const text = await readFile(join(folder, 'loaded.json'), 'utf8').catch(() => undefined)
  if (!text) return false
  const loaded = JSON.parse(text) as { generatorVersion: number; migrations: string[] }
  return (
    loaded.generatorVersion === generatorVersion && loaded.migrations.every((hash, index) => hash === migrations[index])
  )
}

function hashMigrations(): string[] {
  const folder = join(root, 'db/migrations')
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return names.sort().map((name) => {
    return createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
  })
}

/**
 * Writes the order documents if the data has none: it may be older than the documents, or a migration may have emptied
 * their table.
 */
async function writeDocuments(dataDir: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false })
  const { db, pool, close } = openDatabase(postgres.url)
  try {
    await migrateDatabase({ url: postgres.url })
    const { rowCount } = await pool.query(
      'select from orders where not exists (select from order_documents where order_id = orders.id) limit 1',
    )
    if (!rowCount) return
    console.log('Writing what lists show of orders …')
    await rebuildOrderDocuments(db)
    await pool.query('vacuum (analyze) order_documents')
  } finally {
    await close()
    await postgres.stop()
  }
}

/**
 * Adds a hundred thousand products and many tickets to the large shop only. The small shop has as many products as the
 * demo.
 */
async function widen(dataDir: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false })
  const { db, close } = openDatabase(postgres.url)
  const client = new Client({ connectionString: postgres.url })
  try {
    await client.connect()
    if (!(await addWideTables(client))) return
    console.log('Writing what lists of products go by …')
    await rebuildListings(db)
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
    await close()
    await postgres.stop()
  }
}

/** Removes a data folder. If root runs the benchmark, the database may be in another folder that a link points to. */
async function removeData(folder: string): Promise<void> {
  const database = await realpath(join(folder, 'postgres')).catch(() => undefined)
  if (database) await rm(database, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
}

async function loadData(dataDir: string, size: Size): Promise<void> {
  const started = performance.now()
  const say = (text: string) => {
    console.log(`  ${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${text}`)
  }
  console.log(`Loading ${size.customers.toLocaleString('en')} customers, ${size.orders.toLocaleString('en')} orders …`)
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false })
  try {
    const { db, close } = openDatabase(postgres.url)
    await migrateDatabase({ url: postgres.url })
    const config = parseConfig({ DATA_DIR: dataDir, NODE_ENV: 'production' })
    const shop = assembleShop(config, db, createLog('warn'))
    await loadDemo(shop)
    await saveOffers(shop)
    await close()
    const client = new Client({ connectionString: postgres.url })
    await client.connect()
    for (const setting of ['maintenance_work_mem = 512MB', 'work_mem = 256MB', 'synchronous_commit = off']) {
      await client.query(`set ${setting.replace(/= (.*)$/, "= '$1'")}`)
    }
    await fillTables(client, postgres.url, size, say)
    await client.end()
  } finally {
    await postgres.stop()
  }
  say('loaded')
}

async function saveOffers({ db, clock }: Shop): Promise<void> {
  const startsAt = new Date(clock.now().getTime() - 800 * day)
  const offer = {
    couponType: couponType.percent,
    discountPercent: 10,
    object: 'All products',
    useConditionTxt: 'No minimum',
  }
  for (const { id, code } of couponRows()) await saveCoupon(db, { ...offer, id, code, startsAt, jumpUrl: '/' })
  await saveWidget(db, {
    id: boundWidget,
    name: 'Bench',
    registerType: registerType.signIn,
    startsAt,
    links: Array.from({ length: boundCoupons }, (_, number) => ({
      id: couponNumbers.bound + number,
      couponId: couponNumbers.bound + number,
    })),
  })
}

async function fillTables(client: Client, url: string, size: Size, say: (text: string) => void): Promise<void> {
  const skus = await readSkus(client)
  const plan: Plan = { size, skus, loadedAt: Date.now(), ...planOwners(size) }
  const tables = [...otherTables(await hashPassword('Bench2026')), ...orderTables]
  const names = tables.map(({ name }) => name)
  say('generating')
  await withoutIndexes(client, names, () => copyTables(url, tables, plan, say))
  say('indexes and references')
  await client.query('select rebuild_customer_totals()')
  await client.query(
    `update coupons set stock_claimed = held.claims
     from (select coupon_id, count(*) as claims from coupon_claims group by coupon_id) held
     where held.coupon_id = id and id >= $1`,
    [couponNumbers.used],
  )
  await client.query('vacuum (analyze)')
}

/** Fills all tables in one pass. Each customer and order is generated once, and its rows are sent to all tables. */
async function copyTables(url: string, tables: Table[], plan: Plan, say: (text: string) => void): Promise<void> {
  const copies = await Promise.all(
    tables.map(async (table) => ({ table, copy: await openCopy(url, table.name, table.columns) })),
  )
  const waitNowAndThen = async (index: number) => {
    if (index % 500 === 0) for (const { copy } of copies) await copy.ready()
  }
  for (let customer = 0; customer < plan.size.customers; customer++) {
    for (const { table, copy } of copies) for (const row of table.ofCustomer?.(customer, plan) ?? []) copy.add(row)
    await waitNowAndThen(customer)
  }
  for (let index = 0; index < plan.size.orders; index++) {
    const order = planOrder(plan, index)
    for (const { table, copy } of copies) for (const row of table.ofOrder?.(order, plan) ?? []) copy.add(row)
    await waitNowAndThen(index)
  }
  for (const { table, copy } of copies) say(`${table.name}: ${(await copy.end()).toLocaleString('en')}`)
}

async function readSkus(client: Client): Promise<Sku[]> {
  const { rows } = await client.query<Sku>(`
    select s.id, s.sku, s.product_id as "productId", p.name, p.description, coalesce(s.image, p.image) as image,
      g.code as "categoryCode", g.name as "categoryName", g.is_returnable as "isReturnable",
      p.sale_type as "saleType", p.sale_type_name as "saleTypeName",
      s.price_amount::int as "priceAmount", s.compare_at_amount::int as "compareAtAmount",
      (select coalesce(jsonb_agg(jsonb_build_object('name', o.name, 'valueName', o.value_name) order by o.position), '[]')
        from sku_options o where o.sku_id = s.id)::text as options
    from skus s join products p on p.id = s.product_id join categories g on g.id = p.basic_category_id
    where s.currency = 'USD' order by s.id`)
  return rows
}
