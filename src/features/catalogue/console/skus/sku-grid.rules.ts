import type { SkuPrice, SkuToSave, StaffSku } from '#features/catalogue/products.staff.contract.ts'

/** A row of the grid in the editor. A new SKU has no id, and its stock is the initial stock. */
export type GridRow = Omit<StaffSku, 'id'> & { id: number | null; key: string }
const priceFields = ['price', 'special', 'new_user', 'compare_at'] as const
export type PriceField = (typeof priceFields)[number]

export function toGrid(skus: StaffSku[]): GridRow[] {
  return skus.map((sku) => ({ ...sku, key: String(sku.id) }))
}

/** Converts rows for the request. The stock of an existing SKU is changed by a stock count, not with the row. */
export function toSkusToSave(rows: GridRow[]): SkuToSave[] {
  return rows.map(({ id: _, key: __, lowest: ___, ...sku }) => sku)
}

export function readPrice(row: GridRow, currency: string, field: PriceField): number | null {
  return row.prices.find((one) => one.price.currency === currency)?.[field]?.amount ?? null
}

/**
 * Returns the row with one price changed. Removing the price of a currency also removes its sale price and its
 * compare-at price. The first price is the base of conversions, and a saved SKU keeps at least one price. A price of 0
 * marks the SKU as free.
 */
export function setPrice(row: GridRow, currency: string, field: PriceField, amount: number | null): GridRow {
  const prices = changePrices(row, currency, field, amount)
  if (prices === row.prices) return row
  const isZero = (money: SkuPrice['special']) => money?.amount === 0
  return { ...row, prices, is_free: prices.some((one) => [one.price, one.special, one.new_user].some(isZero)) }
}

function changePrices({ id, prices }: GridRow, currency: string, field: PriceField, amount: number | null): SkuPrice[] {
  const at = prices.findIndex((one) => one.price.currency === currency)
  const money = amount === null ? null : { amount, currency }
  if (at < 0) {
    if (field !== 'price' || money === null) return prices
    return [...prices, { price: money, special: null, new_user: null, compare_at: null }]
  }
  if (field === 'price' && money === null) {
    return id !== null && prices.length === 1 ? prices : prices.filter((_, other) => other !== at)
  }
  return prices.map((one, other) => (other === at ? ({ ...one, [field]: money } as SkuPrice) : one))
}

/** The word that marks a SKU as free. A typed 0 is not enough, because it is usually a mistake. */
export const freeWord = 'free'

export type OptionChoice = { name: string; values: string[] }

/** Returns the options of the rows with their values, in order. */
export function listOptions(rows: Pick<GridRow, 'options'>[]): OptionChoice[] {
  const found: OptionChoice[] = []
  for (const { options } of rows) {
    for (const { name, value } of options) {
      const known = found.find((one) => one.name === name)
      if (!known) found.push({ name, values: [value] })
      else if (!known.values.includes(value)) known.values.push(value)
    }
  }
  return found
}

const codeOf = (text: string) =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 3)

/**
 * Returns a base for SKU codes, such as `EBB` for `Ebb Wrap Midi Dress`. Returns `SKU` for a name without usable
 * characters.
 */
export const suggestBase = (name: string): string => codeOf(name) || 'SKU'

/**
 * Returns a row for every combination of the options. Existing rows stay, and rows without a matching combination are
 * dropped. New rows get the prices and the weight of the first row.
 */
export function combineOptions(rows: GridRow[], choices: OptionChoice[], base: string): GridRow[] {
  let combined: { name: string; value: string }[][] = [[]]
  for (const { name, values } of choices) {
    combined = combined.flatMap((before) => values.map((value) => [...before, { name, value }]))
  }
  const sameOptions = (row: GridRow, options: { name: string; value: string }[]) =>
    row.options.length === options.length &&
    options.every(({ name, value }) => row.options.some((one) => one.name === name && one.value === value))
  const taken = new Set(rows.map(({ sku }) => sku))
  const { prices = [], is_free = false, weight = null } = rows[0] ?? {}
  return combined.map((options) => {
    const known = rows.find((row) => sameOptions(row, options))
    if (known) return known
    const codeBase = [base, ...options.map(({ value }) => codeOf(value) || 'X')].join('-')
    let sku = codeBase
    for (let at = 2; taken.has(sku); at += 1) sku = `${codeBase}-${at}`
    taken.add(sku)
    return { id: null, key: `new ${sku}`, sku, options, image: null, stock: 0, weight, prices, is_free, lowest: null }
  })
}

/** Changes a row and all rows below it, for Ctrl+D. */
export function fillDown<T>(rows: T[], from: number, change: (row: T) => T): T[] {
  return rows.map((row, at) => (at >= from ? change(row) : row))
}

export type CountedStock = { sku: string; set: number }

/** Returns the existing SKUs with a changed stock. */
export function listCountedStock(rows: GridRow[], before: StaffSku[]): CountedStock[] {
  return rows.flatMap((row) => {
    const was = before.find(({ id }) => id === row.id)
    return was && was.stock !== row.stock ? [{ sku: was.sku, set: row.stock }] : []
  })
}

/** Returns whether anything but the stock of existing SKUs has changed. */
export function isGridChanged(rows: GridRow[], before: StaffSku[]): boolean {
  const plain = (row: GridRow) => {
    const was = before.find(({ id }) => id === row.id)
    return { ...row, key: '', stock: was ? 0 : row.stock }
  }
  return JSON.stringify(rows.map(plain)) !== JSON.stringify(toGrid(before).map(plain))
}

/**
 * Formats the shape of the grid: `Color 3 × Size 5`. Option names are the merchant's words in any language, so no
 * plural is formed.
 */
export function formatGridShape(options: readonly OptionChoice[]): string {
  return options.map(({ name, values }) => `${name} ${values.length}`).join(' × ')
}

/** Sets prices of several rows. Empty prices stay unchanged. */
export function setPrices(
  rows: GridRow[],
  keys: ReadonlySet<string>,
  currency: string,
  amounts: Partial<Record<PriceField, number | null>>,
): GridRow[] {
  const given = priceFields.flatMap((field) => {
    const amount = amounts[field] ?? null
    return amount === null ? [] : { field, amount }
  })
  return rows.map((row) =>
    keys.has(row.key) ? given.reduce((now, { field, amount }) => setPrice(now, currency, field, amount), row) : row,
  )
}
