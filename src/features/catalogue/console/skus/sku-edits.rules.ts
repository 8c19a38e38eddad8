import { formatAmount, parseAmount } from '#console/ui/fields/amount.rules.ts'
import { maxStock, maxWeight } from '#features/catalogue/stock.rules.ts'
import { freeWord, type GridRow, type PriceField, readPrice, setPrice } from './sku-grid.rules.ts'

/** An editable column of the grid. */
export type SkuEdit = {
  name: string
  /** Returns the row with the typed value. Returns null for an invalid value. */
  read: (text: string, row: GridRow) => GridRow | null
  write: (row: GridRow) => string
  placeholder?: string
  isLow?: (row: GridRow) => boolean
}

/** The currency of the shown prices. A foreign currency shows `auto` for a converted price. */
type PriceUnit = { currency: string; decimals: number; isForeign: boolean }

/** The stock below which a number is highlighted. */
const lowStock = 2

export function listSkuEdits(unit: PriceUnit): SkuEdit[] {
  return [
    { name: 'Stock', read: readStock, write: ({ stock }) => String(stock), isLow: ({ stock }) => stock < lowStock },
    priceEdit('price', `Price ${unit.currency}`, unit),
    priceEdit('special', 'Sale price', unit),
    priceEdit('compare_at', 'Compare-at price', unit),
    { name: 'Weight, g', read: readWeight, write: ({ weight }) => String(weight ?? ''), placeholder: '–' },
  ]
}

function readStock(text: string, row: GridRow): GridRow | null {
  const stock = /^\d+$/.test(text.trim()) ? Number(text) : null
  return stock === null || stock > maxStock ? null : { ...row, stock }
}

/** Reads a weight in grams. An empty cell means an unknown weight. */
function readWeight(text: string, row: GridRow): GridRow | null {
  const typed = text.trim()
  if (typed === '') return { ...row, weight: null }
  const weight = /^\d+$/.test(typed) ? Number(typed) : null
  return weight === null || weight > maxWeight ? null : { ...row, weight }
}

function priceEdit(field: PriceField, name: string, unit: PriceUnit): SkuEdit {
  const { currency, decimals, isForeign } = unit
  return {
    name,
    read: (text, row) => readTypedPrice(text, row, field, unit),
    write: (row) => {
      const amount = readPrice(row, currency, field)
      if (amount === 0) return 'Free'
      return amount === null ? '' : formatAmount(amount, decimals)
    },
    placeholder: field === 'price' && isForeign ? 'auto' : '–',
  }
}

function readTypedPrice(text: string, row: GridRow, field: PriceField, unit: PriceUnit): GridRow | null {
  const { currency, decimals } = unit
  const typed = text.trim().toLowerCase()
  if (typed === '') {
    const cleared = setPrice(row, currency, field, null)
    return cleared === row && readPrice(row, currency, field) !== null ? null : cleared
  }
  const isFree = typed === freeWord && field !== 'compare_at'
  const amount = isFree ? 0 : parseAmount(typed, decimals)
  if (amount === null || (amount === 0 && !isFree)) return null
  const changed = setPrice(row, currency, field, amount)
  return readPrice(changed, currency, field) === amount ? changed : null
}
