import {
  type CompleteProduct,
  fillPrices,
  mergeProduct,
  ProductRecord,
  type SkuRecord,
  toCategoryCode,
} from '#features/catalogue/product-record.rules.ts'
import { toPictureSource } from '#features/catalogue/server/pictures/pending-pictures.ts'
import {
  findForeignSkus,
  hideProduct,
  readProductRecords,
  removeProducts,
  toPicturePath,
  writeProductRecords,
} from '#features/catalogue/server/products/import-products.service.ts'
import { moveStock } from '#features/catalogue/server/skus/move-stock.service.ts'
import { maxWeight } from '#features/catalogue/stock.rules.ts'
import { findUnknownTaxCategories } from '#features/tax/server/tax.service.ts'
import type { Shop } from '#server/shop.ts'
import { firstCell, readInteger, readMoney, readYesOrNo, splitCell, toPlainText } from '../files/cells.ts'
import {
  type Cells,
  type ImportContext,
  type ImportKind,
  type Problem,
  readEach,
  type WrittenRow,
  WrongRow,
} from './import-kind.ts'

export const productImport: ImportKind<ProductRecord, CompleteProduct> = {
  schema: ProductRecord,
  groupOf: (cells) => firstCell(cells, 'handle', 'url handle') ?? '',
  fromLines: (lines, format, ground) =>
    format === 'shopify' ? fromShopify(lines, ground) : fromHarborCsv(lines, ground),
  keyOf: ({ handle }) => handle,
  nameOf: (cells) => cells.handle ?? cells['url handle'],
  read: (db, records) =>
    readProductRecords(
      db,
      records.map(({ handle }) => handle),
    ),
  async check(db, records, { decimals }) {
    const wrong = new Map<string, Problem>()
    for (const [sku, handle] of await findForeignSkus(db, records)) {
      const named = records.find((one) => one.skus?.some((other) => other.sku === sku))
      if (named) wrong.set(named.handle, { problem: `sku ${sku} belongs to ${handle}`, sku })
    }
    const taxCodes = records.flatMap(({ tax_category }) => tax_category ?? [])
    const unknownCodes = await findUnknownTaxCategories(db, taxCodes)
    for (const { handle, tax_category } of records) {
      if (!tax_category || !unknownCodes.has(tax_category)) continue
      wrong.set(handle, { problem: `tax_category: the shop has no tax category ${tax_category}` })
    }
    for (const { handle, skus = [] } of records) {
      for (const { sku, prices = [] } of skus) {
        const sums = prices.flatMap(({ price, special, new_user, compare_at }) => [
          price,
          ...[special, new_user, compare_at].flatMap((one) => one ?? []),
        ])
        const foreign = sums.find(({ currency }) => !decimals.has(currency))
        if (foreign)
          wrong.set(handle, { problem: `sku ${sku}: the shop does not use the currency ${foreign.currency}`, sku })
        else if (sums.some(({ amount }) => amount < 0)) {
          wrong.set(handle, { problem: `sku ${sku} has a negative price`, sku })
        }
      }
    }
    return wrong
  },
  merge: (given, current) => {
    const merged = mergeProduct(normalize(given), current)
    return 'product' in merged ? { whole: merged.product } : merged
  },
  compared: (given) => {
    const { category_names: _, categories, pictures, ...rest } = normalize(given)
    return { ...rest, ...(categories?.length && { categories }), ...(pictures?.length && { pictures }) }
  },
  listPictures: ({ handle, pictures = [], skus = [] }) => {
    const all = [...pictures.map(({ url }) => url), ...skus.flatMap(({ picture }) => picture ?? [])]
    return all.flatMap((source) => (source.startsWith('/') ? [] : toPictureSource(source, handle)))
  },
  async write(shop, rows, by) {
    await writeProductRecords(
      shop,
      rows.map(({ whole }) => whole),
    )
    await moveStock(shop, rows.flatMap(findStockMoves), by)
  },
  async undo(shop, rows, by) {
    await writeProductRecords(
      shop,
      rows.flatMap(({ before }) => before ?? []),
    )
    const back = rows.flatMap(findStockMoves).map(({ sku, by }) => ({ sku, by: -by }))
    await moveStock(shop, back, by)
    const added = rows.flatMap(({ whole, before }) => (before ? [] : [whole.handle]))
    if (added.length === 0) return
    try {
      await shop.db.transaction((tx) => removeProducts(tx, added))
    } catch {
      for (const handle of added) await removeOrHide(shop, handle)
    }
  },
  // The stock is not part of the version, because purchases change it at any time.
  version: ({ skus, category_names: _, tax_category = null, ...rest }) => ({
    ...rest,
    tax_category,
    skus: skus.map(({ stock: __, is_free = false, weight = null, ...sku }) => ({ ...sku, is_free, weight })),
  }),
}

/** Removes a product, or hides it instead if the product has orders or reviews. */
async function removeOrHide(shop: Shop, handle: string): Promise<void> {
  try {
    await shop.db.transaction((tx) => removeProducts(tx, [handle]))
  } catch {
    await hideProduct(shop.db, handle)
  }
}

/** Returns the stock changes of existing SKUs as differences, so that an undo does not put sold units back. */
function findStockMoves({ whole, before }: WrittenRow<CompleteProduct>): { sku: string; by: number }[] {
  const known = new Map(before?.skus.map(({ sku, stock }) => [sku, stock]))
  return whole.skus.map(({ sku, stock }) => ({ sku, by: stock - (known.get(sku) ?? stock) }))
}

/** Returns a record in the format that the shop returns, with final picture paths and complete prices. */
function normalize(given: ProductRecord): ProductRecord {
  return {
    ...given,
    ...(given.pictures && {
      pictures: given.pictures.map(({ url, alt }) => ({ url: toPicturePath(url, given.handle), alt })),
    }),
    ...(given.skus && {
      skus: given.skus.map(({ picture, prices, ...sku }) => ({
        ...sku,
        ...(picture && { picture: toPicturePath(picture, given.handle) }),
        ...(prices && { prices: fillPrices(prices) }),
      })),
    }),
  }
}

const statuses: Record<string, ProductRecord['status']> = {
  live: 'live',
  active: 'live',
  hidden: 'hidden',
  draft: 'hidden',
  unlisted: 'hidden',
  ended: 'ended',
  archived: 'ended',
}

function readStatus(cell: string | undefined): ProductRecord['status'] {
  if (cell === undefined) return undefined
  const status = statuses[cell.trim().toLowerCase()]
  if (!status) throw new WrongRow(`status: "${cell}" must be live, hidden or ended`)
  return status
}

/** Parses one line per SKU. A product field is read from the first line with a value in that field. */
function fromHarborCsv(lines: Cells[], ground: ImportContext) {
  const ofProduct = (name: string) => lines.map((cells) => cells[name]).find((cell) => cell !== undefined)
  const names = splitCell(ofProduct('categories'))
  const pictures = splitCell(ofProduct('pictures'))
  const shared = readInherited(ofProduct)
  const alts = ofProduct('picture_texts')?.split('|') ?? []
  return {
    handle: ofProduct('handle') ?? '',
    name: ofProduct('name'),
    description: ofProduct('description'),
    status: readStatus(ofProduct('status')),
    tax_category: ofProduct('tax_category'),
    ...toCategoryNames(names),
    pictures: pictures?.map((url, at) => ({ url, alt: alts[at]?.trim() ?? '' })),
    skus: readEach(lines, (cells) => {
      refuseMissingValues(cells)
      return cells.sku === undefined ? [] : [readHarborSku({ ...shared, ...cells }, ground)]
    }),
  }
}

const optionNumbers = [1, 2, 3]
const inherited = ['currency', ...optionNumbers.map((number) => `option${number}_name`)]

/**
 * Returns the currency and option names that a line inherits. Each value comes from the first line of the product with
 * that value.
 */
function readInherited(ofProduct: (name: string) => string | undefined): Cells {
  return Object.fromEntries(
    inherited.flatMap((name) => {
      const value = ofProduct(name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function refuseMissingValues(cells: Cells): void {
  for (const number of optionNumbers) {
    const name = cells[`option${number}_name`]
    if (name && !cells[`option${number}_value`]) throw new WrongRow(`option${number}_value is missing for ${name}`)
  }
}

function readHarborSku(cells: Cells, ground: ImportContext): SkuRecord {
  const options = optionNumbers.flatMap((number) => {
    const name = cells[`option${number}_name`]
    const value = cells[`option${number}_value`]
    if (value && !name) throw new WrongRow(`option${number}_name is missing for ${value}`)
    return name && value ? [{ name, value }] : []
  })
  return {
    sku: cells.sku ?? '',
    options: options.length > 0 ? options : undefined,
    stock: readStock(cells.stock),
    weight: readWeight('weight', cells.weight),
    picture: cells.sku_picture,
    prices: readHarborPrices(cells, ground),
    is_free: readYesOrNo('free', cells.free),
  }
}

function readStock(cell: string | undefined): number | undefined {
  if (cell === undefined) return undefined
  const stock = readInteger('stock', cell)
  if (stock < 0) throw new WrongRow(`stock: ${stock} must not be below 0: enter 0 for items that are sold out`)
  return stock
}

/** Reads a weight in grams. Shops that weigh in other units export decimals, so the weight is rounded. */
function readWeight(column: string, cell: string | undefined): number | undefined {
  if (cell === undefined) return undefined
  const weight = Math.round(Number(cell.trim()))
  if (!(weight >= 0 && weight <= maxWeight)) {
    throw new WrongRow(`${column}: "${cell}" is not a weight in grams from 0 to ${maxWeight}`)
  }
  return weight
}

const readCurrency = (cells: Cells, ground: ImportContext) => (cells.currency ?? ground.currency).toUpperCase()

/**
 * Reads the prices of a line. `price` uses the currency in `currency`, and columns such as `price_eur` and
 * `compare_at_eur` use other currencies.
 */
function readHarborPrices(cells: Cells, ground: ImportContext): SkuRecord['prices'] {
  const own = readCurrency(cells, ground)
  const others = Object.keys(cells).flatMap((name) => /^price_([a-z]{3})$/.exec(name)?.[1] ?? [])
  const read = (ending: string, currency: string) => {
    const price = cells[`price${ending}`]
    if (price === undefined) return []
    const of = (name: string) => {
      const cell = cells[name + ending]
      return cell === undefined ? null : readMoney(name + ending, cell, currency, ground)
    }
    return [
      {
        price: readMoney(`price${ending}`, price, currency, ground),
        special: of('special_price'),
        new_user: of('new_user_price'),
        compare_at: of('compare_at'),
      },
    ]
  }
  const prices = [...read('', own), ...others.flatMap((code) => read(`_${code}`, code.toUpperCase()))]
  return prices.length > 0 ? prices : undefined
}

function toCategoryNames(names: string[] | undefined) {
  if (!names?.length) return {}
  const category_names = Object.fromEntries(names.map((name) => [toCategoryCode(name), name]))
  return { categories: Object.keys(category_names), category_names }
}

/**
 * Parses the export of products by Shopify, with its older or newer column names. Lines without a variant contain
 * additional pictures.
 */
function fromShopify(lines: Cells[], ground: ImportContext) {
  const ofProduct = (...names: string[]) =>
    lines.map((cells) => firstCell(cells, ...names)).find((cell) => cell !== undefined)
  const handle = ofProduct('handle', 'url handle') ?? ''
  const optionNames = [1, 2, 3].map((number) => ofProduct(`option${number} name`) ?? '')
  const taxonomy = ofProduct('product category', 'category')?.split('>').at(-1)?.trim()
  const type = ofProduct('type') ?? taxonomy
  const isPublished = (ofProduct('published', 'published on online store') ?? 'true').toLowerCase() === 'true'
  const status = readStatus(ofProduct('status'))
  const html = ofProduct('body (html)', 'description')
  const pictures = lines
    .flatMap((cells) => {
      const url = firstCell(cells, 'image src', 'product image url')
      const place = Number(firstCell(cells, 'image position') ?? 0)
      return url ? [{ url, alt: firstCell(cells, 'image alt text') ?? '', place }] : []
    })
    .sort((one, other) => one.place - other.place)
  return {
    handle: handle.toLowerCase(),
    name: ofProduct('title'),
    description: html === undefined ? undefined : toPlainText(html),
    status: status === 'live' && !isPublished ? 'hidden' : (status ?? (isPublished ? 'live' : 'hidden')),
    ...toCategoryNames(type ? [type] : undefined),
    pictures: pictures.length > 0 ? pictures.map(({ url, alt }) => ({ url, alt })) : undefined,
    skus: readEach(lines, (cells) => readShopifySku(cells, { handle, optionNames, ground })),
  }
}

function readShopifySku(
  cells: Cells,
  { handle, optionNames, ground }: { handle: string; optionNames: string[]; ground: ImportContext },
): SkuRecord[] {
  const price = firstCell(cells, 'variant price', 'price')
  if (price === undefined) return []
  const options = optionNames.flatMap((name, at) => {
    const value = cells[`option${at + 1} value`]
    // Shopify exports a product without options with this option.
    if (!name || (name === 'Title' && (!value || value === 'Default Title'))) return []
    if (!value) throw new WrongRow(`${name} has no value`)
    return [{ name: name === 'Colour' ? 'Color' : name, value }]
  })
  const currency = readCurrency(cells, ground)
  const before = firstCell(cells, 'variant compare at price', 'compare-at price')
  const stock = firstCell(cells, 'variant inventory qty', 'inventory quantity')
  const made = [handle, ...options.map(({ value }) => value.replace(/\W+/g, ''))].join('-').toUpperCase().slice(0, 64)
  return [
    {
      // The apostrophe prevents spreadsheets from treating the SKU as a number.
      sku: firstCell(cells, 'variant sku', 'sku')?.replace(/^'/, '') ?? made,
      options,
      stock: readStock(stock),
      weight: readWeight('variant grams', firstCell(cells, 'variant grams', 'weight value (grams)')),
      picture: firstCell(cells, 'variant image', 'variant image url'),
      prices: [
        {
          price: readMoney('price', price, currency, ground),
          special: null,
          new_user: null,
          compare_at: before === undefined ? null : readMoney('compare at price', before, currency, ground),
        },
      ],
      is_free: readYesOrNo('free', cells.free),
    },
  ]
}

/** Returns whether the columns are from a Shopify export. */
export function isShopifyProducts(columns: string[]): boolean {
  return (
    (columns.includes('handle') && columns.includes('variant price')) ||
    (columns.includes('url handle') && columns.includes('title'))
  )
}
