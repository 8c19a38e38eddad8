import { sql } from 'drizzle-orm'
import { isSafeLink } from '#contract/text/links.ts'
import { availability } from '#features/catalogue/catalogue.rules.ts'
import { productStates, toProductState } from '#features/catalogue/product.staff.rules.ts'
import { type CompleteProduct, otherCategory, type SkuRecord } from '#features/catalogue/product-record.rules.ts'
import { readHomeCurrency } from '#features/settings/server/settings.service.ts'
import type { Database } from '#server/database/database.ts'
import type { Shop } from '#server/shop.ts'
import { pendingPicturePath, toPictureSource } from '../pictures/pending-pictures.ts'
import { noPicturePath } from './no-picture.ts'
import { reserveIds } from './reserve-ids.ts'

type Money = { amount: number; currency: string }

/** Reads products by handle in the format of import files. One query reads all data of hundreds of products. */
export async function readProductRecords(db: Database, handles: string[]): Promise<Map<string, CompleteProduct>> {
  const { rows } = await db.execute<ReadRow>(sql`${readProducts} where p.handle = any(${sql.param(handles)}::text[])`)
  return new Map(rows.map((row) => [row.handle, toRecord(row)]))
}

/** Reads the next products after a handle, in order of handles. */
export async function readProductPage(db: Database, after: string, max: number): Promise<CompleteProduct[]> {
  const { rows } = await db.execute<ReadRow>(
    sql`${readProducts} where p.handle > ${after} order by p.handle limit ${max}`,
  )
  return rows.map(toRecord)
}

type ReadRow = {
  handle: string
  name: string
  description: string
  status: number
  tax_category: string | null
  categories: string[] | null
  pictures: { url: string; alt: string }[] | null
  skus: Required<SkuRecord>[] | null
}

const money = (amount: string, currency: string) =>
  sql.raw(`case when ${amount} is not null then jsonb_build_object('amount', ${amount}, 'currency', ${currency}) end`)
const prices = (of: string) => sql`jsonb_build_object(
  'price', ${money(`${of}.price_amount`, `${of}.currency`)}, 'special', ${money(`${of}.special_price_amount`, `${of}.currency`)},
  'new_user', ${money(`${of}.new_user_price_amount`, `${of}.currency`)},
  'compare_at', ${money(`${of}.compare_at_amount`, `${of}.currency`)})`

const readProducts = sql`
  select p.handle, p.name, p.description, p.status, p.tax_category,
    (select jsonb_agg(c.code order by k.position, c.id) from product_categories k join categories c on c.id = k.category_id
      where k.product_id = p.id) as categories,
    (select jsonb_agg(jsonb_build_object('url', i.path, 'alt', i.alt) order by i.position) from product_images i
      where i.product_id = p.id) as pictures,
    (select jsonb_agg(jsonb_build_object('sku', s.sku, 'stock', s.inventory, 'weight', s.weight, 'picture', s.image, 'is_free', s.is_free,
        'options', coalesce((select jsonb_agg(jsonb_build_object('name', o.name, 'value', o.value_name) order by o.position)
          from sku_options o where o.sku_id = s.id), '[]'),
        'prices', jsonb_build_array(${prices('s')}) || coalesce((select jsonb_agg(${prices('h')} order by h.currency)
          from sku_prices h where h.sku_id = s.id), '[]')) order by s.sort, s.id)
      from skus s where s.product_id = p.id) as skus
  from products p`

function toRecord({ status, categories, pictures, skus, ...row }: ReadRow): CompleteProduct {
  return {
    ...row,
    status: toProductState(status),
    categories: categories ?? [],
    pictures: pictures ?? [],
    skus: (skus ?? []).map(({ sku, options, stock, weight, picture, prices, is_free }) => ({
      ...{ sku, options, stock, weight, picture, is_free },
      // A price of 0 that staff did not confirm means no price.
      prices: is_free ? prices : prices.filter(({ price }) => price.amount > 0),
    })),
  }
}

/** Returns the SKUs that belong to a different product than in the file. */
export async function findForeignSkus(
  db: Database,
  products: { handle: string; skus?: { sku: string }[] | undefined }[],
): Promise<Map<string, string>> {
  const givenSkus = products.flatMap(({ handle, skus = [] }) => skus.map(({ sku }) => ({ sku, handle })))
  const { rows } = await db.execute<{ sku: string; handle: string }>(sql`
    select s.sku, p.handle from jsonb_to_recordset(${JSON.stringify(givenSkus)}::jsonb) as g (sku text, handle text)
    join skus s on s.sku = g.sku join products p on p.id = s.product_id where p.handle <> g.handle`)
  return new Map(rows.map(({ sku, handle }) => [sku, handle]))
}

/**
 * Adds or updates hundreds of products in a few statements. SKUs left out of the file stay, because orders refer to
 * them. Only `moveStock` changes the stock of existing SKUs.
 */
export async function writeProductRecords(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  list: CompleteProduct[],
): Promise<void> {
  if (list.length === 0) return
  const categoryOf = await findOrCreateCategories(db, list)
  const idOf = await readProductIds(db, list)
  const createdAt = clock.now()
  const given = list.map((product) => {
    const [first = otherCategory.code] = product.categories
    return {
      id: idOf.get(product.handle),
      handle: product.handle,
      name: product.name,
      description: product.description,
      status: productStates[product.status],
      image: product.pictures[0] ? toPicturePath(product.pictures[0].url, product.handle) : noPicturePath,
      category: categoryOf.get(first),
      tax: product.tax_category ?? null,
      words: listSearchWords(product),
    }
  })
  const asJson = (rows: object[]) => sql`${JSON.stringify(rows)}::jsonb`
  await db.execute(sql`
    insert into products (id, handle, name, description, status, image, basic_category_id, tax_category,
      search_words, created_at)
    select id, handle, name, description, status, image, category, tax, words, ${createdAt}::timestamptz
    from jsonb_to_recordset(${asJson(given)}) as g (id int, handle text, name text, description text, status smallint,
      image text, category int, tax text, words text)
    on conflict (id) do update set name = excluded.name, description = excluded.description, status = excluded.status,
      image = excluded.image, basic_category_id = excluded.basic_category_id,
      tax_category = excluded.tax_category, search_words = excluded.search_words`)
  const ids = sql`${sql.param([...idOf.values()])}::int[]`
  const inCategories = list.flatMap(({ handle, categories }) =>
    categories.map((code, position) => ({ product: idOf.get(handle), category: categoryOf.get(code), position })),
  )
  await db.execute(sql`delete from product_categories where product_id = any(${ids})`)
  await db.execute(sql`
    insert into product_categories (product_id, category_id, position)
    select product, category, position from jsonb_to_recordset(${asJson(inCategories)}) as g (product int, category int, position int)
    on conflict do nothing`)
  const images = list.flatMap(({ handle, pictures }) =>
    pictures.map(({ url, alt }, position) => ({
      product: idOf.get(handle),
      position,
      path: toPicturePath(url, handle),
      alt,
    })),
  )
  await db.execute(sql`delete from product_images where product_id = any(${ids})`)
  await db.execute(sql`
    insert into product_images (product_id, position, path, alt)
    select product, position, path, alt
    from jsonb_to_recordset(${asJson(images)}) as g (product int, position int, path text, alt text)`)
  await writeSkus(db, list, idOf)
}

async function writeSkus(db: Database, list: CompleteProduct[], idOf: Map<string, number>): Promise<void> {
  const codes = list.flatMap(({ skus }) => skus.map(({ sku }) => sku))
  const { rows } = await db.execute<{ id: number; sku: string }>(
    sql`select id, sku from skus where sku = any(${sql.param(codes)}::text[])`,
  )
  const skuIdOf = new Map(rows.map(({ id, sku }) => [sku, id]))
  const missing = codes.filter((code) => !skuIdOf.has(code))
  const fresh = await reserveIds(db, 'skus', missing.length)
  for (const [at, code] of missing.entries()) skuIdOf.set(code, fresh[at] ?? 0)
  const all = list.flatMap(({ handle, skus }) =>
    skus.map((sku, sort) => ({ ...sku, id: skuIdOf.get(sku.sku), handle, product: idOf.get(handle), sort })),
  )
  const amount = (value: Money | null | undefined) => value?.amount ?? null
  const homeCurrency = await readHomeCurrency(db)
  const skuRows = all.map(({ id, sku, handle, product, picture, stock, weight, sort, is_free, prices: [first] }) => ({
    id,
    sku,
    product,
    image: picture && toPicturePath(picture, handle),
    stock,
    weight: weight ?? null,
    sort,
    is_free: is_free ?? false,
    currency: first?.price.currency ?? homeCurrency,
    price: amount(first?.price) ?? 0,
    special: amount(first?.special),
    new_user: amount(first?.new_user),
    compare_at: amount(first?.compare_at),
  }))
  const asJson = (rows: object[]) => sql`${JSON.stringify(rows)}::jsonb`
  await db.execute(sql`
    insert into skus (id, sku, product_id, image, inventory, weight, sort, currency, price_amount, special_price_amount,
      new_user_price_amount, compare_at_amount, is_free)
    select id, sku, product, image, stock, weight, sort, currency, price, special, new_user, compare_at, is_free
    from jsonb_to_recordset(${asJson(skuRows)}) as g (id int, sku text, product int, image text, stock int, weight int, sort int,
      currency text, price bigint, special bigint, new_user bigint, compare_at bigint, is_free boolean)
    on conflict (id) do update set image = excluded.image, weight = excluded.weight, sort = excluded.sort,
      currency = excluded.currency, price_amount = excluded.price_amount, special_price_amount = excluded.special_price_amount,
      new_user_price_amount = excluded.new_user_price_amount, compare_at_amount = excluded.compare_at_amount, is_free = excluded.is_free`)
  const ids = sql`${sql.param([...skuIdOf.values()])}::int[]`
  const options = all.flatMap(({ id, options }) =>
    options.map(({ name, value }, position) => ({ id, position, name, value })),
  )
  await db.execute(sql`delete from sku_options where sku_id = any(${ids})`)
  await db.execute(sql`
    insert into sku_options (sku_id, position, name, value_name)
    select id, position, name, value from jsonb_to_recordset(${asJson(options)}) as g (id int, position int, name text, value text)`)
  const otherPrices = all.flatMap(({ id, prices }) =>
    prices.slice(1).map(({ price, special, new_user, compare_at }) => ({
      id,
      currency: price.currency,
      price: price.amount,
      special: amount(special),
      new_user: amount(new_user),
      compare_at: amount(compare_at),
    })),
  )
  await db.execute(sql`delete from sku_prices where sku_id = any(${ids})`)
  if (otherPrices.length === 0) return
  await db.execute(sql`
    insert into sku_prices (sku_id, currency, price_amount, special_price_amount, new_user_price_amount, compare_at_amount)
    select id, currency, price, special, new_user, compare_at
    from jsonb_to_recordset(${asJson(otherPrices)}) as g (id int, currency text, price bigint, special bigint, new_user bigint, compare_at bigint)`)
}

/**
 * Deletes products. Throws if an order, a review or a wishlist refers to a product. Such a product can only be hidden.
 */
export async function removeProducts(db: Database, handles: string[]): Promise<void> {
  const its = sql`(select id from products where handle = any(${sql.param(handles)}::text[]))`
  for (const table of ['product_categories', 'product_images', 'skus'] as const) {
    await db.execute(sql`delete from ${sql.identifier(table)} where product_id in ${its}`)
  }
  await db.execute(sql`delete from products where handle = any(${sql.param(handles)}::text[])`)
}

export async function hideProduct(db: Database, handle: string): Promise<void> {
  await db.execute(sql`update products set status = ${availability.takenDown} where handle = ${handle}`)
}

/**
 * Returns the path of a picture. A path of the shop stays unchanged, and a picture that is not fetched yet gets its
 * future path.
 */
export function toPicturePath(url: string, handle: string): string {
  if (url.startsWith('/') && isSafeLink(url)) return url
  return pendingPicturePath(toPictureSource(url, handle))
}

/**
 * Returns colors, materials and category names as search words, so that "red heels" finds products with red only among
 * their options.
 */
function listSearchWords({ categories, category_names = {}, skus }: CompleteProduct): string {
  const values = skus.flatMap(({ options }) => options.map(({ value }) => value))
  const names = categories.map((code) => category_names[code] ?? code.replaceAll('_', ' '))
  return [...new Set([...values, ...names])].join(' ').slice(0, 2000)
}

/** Returns the ids of all named categories. Missing categories are added at the end. */
async function findOrCreateCategories(db: Database, list: CompleteProduct[]): Promise<Map<string, number>> {
  const codes = [...new Set(list.flatMap(({ categories }) => categories))]
  const find = async () => {
    const { rows } = await db.execute<{ id: number; code: string }>(
      sql`select id, code from categories where code = any(${sql.param(codes)}::text[])`,
    )
    return new Map(rows.map(({ id, code }) => [code, id]))
  }
  const known = await find()
  const missing = codes.filter((code) => !known.has(code))
  if (missing.length === 0) return known
  const names = Object.assign(
    { [otherCategory.code]: otherCategory.name },
    ...list.map((one) => one.category_names ?? {}),
  )
  const ids = await reserveIds(db, 'categories', missing.length)
  const rows = missing.map((code, at) => ({ id: ids[at], code, name: names[code] ?? toCategoryName(code) }))
  await db.execute(sql`
    insert into categories (id, code, name, sort)
    select id, code, name, coalesce((select max(sort) + 1 from categories), 0)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id int, code text, name text)
    on conflict do nothing`)
  return find()
}

/** Converts a code to a name: `women_shoes` becomes `Women shoes`. */
function toCategoryName(code: string): string {
  const words = code.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

async function readProductIds(db: Database, list: CompleteProduct[]): Promise<Map<string, number>> {
  const handles = list.map(({ handle }) => handle)
  const { rows } = await db.execute<{ id: number; handle: string }>(
    sql`select id, handle from products where handle = any(${sql.param(handles)}::text[]) for update`,
  )
  const idOf = new Map(rows.map(({ id, handle }) => [handle, id]))
  const missing = handles.filter((handle) => !idOf.has(handle))
  const ids = await reserveIds(db, 'products', missing.length)
  for (const [at, handle] of missing.entries()) idOf.set(handle, ids[at] ?? 0)
  return idOf
}
