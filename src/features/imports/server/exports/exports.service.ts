import { sql } from 'drizzle-orm'
import { toPriceValue } from '#contract/money/money.ts'
import { fieldsOf } from '#contract/values.ts'
import type { CompleteProduct } from '#features/catalogue/product-record.rules.ts'
import { readProductPage } from '#features/catalogue/server/products/import-products.service.ts'
import type { ImportKindName } from '#features/imports/imports.rules.ts'
import { readArchivedPage } from '#features/orders/server/lookup/import-orders.service.ts'
import { readCurrencyStyles } from '#features/settings/server/settings.service.ts'
import type { Database } from '#server/database/database.ts'
import type { Shop } from '#server/shop.ts'
import { joinPieces, streamText, writeCsvLines, writeCsvPieces } from '../files/write-csv.ts'
import { readCustomerPage } from '../kinds/customer.import.ts'
import { listOrderLines, type OrderPlace, orderColumns, readOrderPage } from '../kinds/order-records.ts'

const pageSize = 500

/**
 * Yields all records of a kind page by page, ordered by key. Concurrently added or removed rows cause no gaps or
 * duplicates.
 */
async function* readAll<T>(
  read: (after: string, max: number) => Promise<T[]>,
  keyOf: (one: T) => string,
): AsyncGenerator<T[]> {
  for (let after = ''; ; ) {
    const page = await read(after, pageSize)
    if (page.length > 0) yield page
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    after = keyOf(last)
  }
}

type Stock = { sku: string; stock: number }
async function readStockPage(db: Database, after: string, max: number): Promise<Stock[]> {
  const { rows } = await db.execute<Stock>(
    sql`select sku, inventory as stock from skus where sku > ${after} order by sku limit ${max}`,
  )
  return rows
}

/** Yields the orders placed in this shop, oldest first, then the orders imported from an earlier shop. */
async function* readAllOrders(db: Database): AsyncGenerator<object[]> {
  for (let after: OrderPlace | null = null; ; ) {
    const { records, next } = await readOrderPage(db, after, pageSize)
    if (records.length > 0) yield records
    if (!next) break
    after = next
  }
  yield* readAll(
    (after, max) => readArchivedPage(db, after, max),
    ({ id }) => id,
  )
}

function openRecords(db: Database, kind: ImportKindName): AsyncGenerator<object[]> {
  switch (kind) {
    case 'products':
      return readAll(
        (after, max) => readProductPage(db, after, max),
        ({ handle }) => handle,
      )
    case 'stock':
      return readAll(
        (after, max) => readStockPage(db, after, max),
        ({ sku }) => sku,
      )
    case 'customers':
      return readAll(
        (after, max) => readCustomerPage(db, after, max),
        ({ email }) => email,
      )
    case 'orders':
      return readAllOrders(db)
  }
}

export function exportJson({ db }: Shop, kind: ImportKindName): ReadableStream<Uint8Array> {
  let start = '[\n'
  function* toTexts(page: object[]): Generator<string> {
    for (const one of page) {
      yield start + JSON.stringify(withoutId(one))
      start = ',\n'
    }
  }
  async function* write(): AsyncGenerator<string> {
    for await (const page of openRecords(db, kind)) yield* joinPieces(toTexts(page))
    yield start === '[\n' ? '[]\n' : '\n]\n'
  }
  return streamText(write())
}

function withoutId(one: object): object {
  const { id: _, ...rest } = fieldsOf(one)
  return rest
}

/** The columns of a kind, and a function that returns the lines of a record. */
type Table = { columns: string[]; linesOf: (one: never) => Record<string, unknown>[] }

export async function exportCsv({ db }: Shop, kind: ImportKindName): Promise<ReadableStream<Uint8Array>> {
  const { columns, linesOf } = await openTable(db, kind)
  function* toLines(page: object[]): Generator<unknown[]> {
    for (const one of page) for (const line of linesOf(one as never)) yield columns.map((name) => line[name] ?? '')
  }
  async function* write(): AsyncGenerator<string> {
    yield writeCsvLines([columns])
    for await (const page of openRecords(db, kind)) {
      yield* writeCsvPieces(toLines(page))
    }
  }
  return streamText(write())
}

async function openTable(db: Database, kind: ImportKindName): Promise<Table> {
  switch (kind) {
    case 'products':
      return openProductTable(db)
    case 'stock':
      return { columns: ['sku', 'stock'], linesOf: (one: Stock) => [one] }
    case 'customers':
      return {
        columns: ['email', 'name', 'language', 'accepts_marketing', 'firstname', 'lastname', ...addressColumns],
        linesOf: ({ address, accepts_marketing, ...one }: { address: object | null; accepts_marketing: boolean }) => [
          { ...one, accepts_marketing: accepts_marketing ? 'yes' : 'no', ...address },
        ],
      }
    case 'orders':
      return {
        columns: orderColumns,
        linesOf: listOrderLines,
      }
  }
}

const addressColumns = ['telephone', 'country', 'address_1', 'house_num', 'address_2', 'city', 'state', 'postcode']
const productColumns = [
  'handle',
  'name',
  'description',
  'status',
  'categories',
  'tax_category',
  'pictures',
  'picture_texts',
]
const optionColumns = [1, 2, 3].flatMap((number) => [`option${number}_name`, `option${number}_value`])
const amountColumns = ['price', 'special_price', 'new_user_price', 'compare_at']

/** Returns the table of products, with one line per SKU. The first line of a product has the data of the product. */
async function openProductTable(db: Database): Promise<Table> {
  const styles = await readCurrencyStyles(db)
  const { rows } = await db.execute<{ currency: string }>(
    sql`select distinct currency from sku_prices order by currency`,
  )
  const others = rows.map(({ currency }) => currency.toLowerCase())
  const formatPriceCell = (money: { amount: number; currency: string } | null | undefined) =>
    money ? toPriceValue(money.amount, styles.get(money.currency)?.decimals ?? 2) : ''
  const priceCells = (extension: string, price: CompleteProduct['skus'][number]['prices'][number] | undefined) => ({
    [`price${extension}`]: formatPriceCell(price?.price),
    [`special_price${extension}`]: formatPriceCell(price?.special),
    [`new_user_price${extension}`]: formatPriceCell(price?.new_user),
    [`compare_at${extension}`]: formatPriceCell(price?.compare_at),
  })
  return {
    columns: [
      ...productColumns,
      ...['sku', 'stock', 'weight', 'sku_picture'],
      ...optionColumns,
      ...['currency', ...amountColumns, 'free'],
      ...others.flatMap((code) => amountColumns.map((name) => `${name}_${code}`)),
    ],
    linesOf: (product: CompleteProduct) =>
      product.skus.map(({ sku, stock, weight, picture, options, is_free, prices: [own, ...foreign] }, at) => ({
        handle: product.handle,
        ...(at === 0 && {
          name: product.name,
          description: product.description,
          status: product.status,
          categories: product.categories.join('|'),
          tax_category: product.tax_category ?? '',
          pictures: product.pictures.map(({ url }) => url).join('|'),
          picture_texts: product.pictures.map(({ alt }) => alt.replaceAll('|', '/')).join('|'),
        }),
        ...{ sku, stock, weight: weight ?? '', sku_picture: picture ?? '' },
        ...Object.fromEntries(
          options.flatMap(({ name, value }, place) => [
            [`option${place + 1}_name`, name],
            [`option${place + 1}_value`, value],
          ]),
        ),
        free: is_free ? 'yes' : '',
        currency: own?.price.currency,
        ...priceCells('', own),
        ...Object.assign({}, ...foreign.map((one) => priceCells(`_${one.price.currency.toLowerCase()}`, one))),
      })),
  }
}
