import { compareTexts } from '#contract/text/compare.ts'
import { msg } from '#contract/text/translate.ts'
export const pageLength = 24
export const searchMaxLength = 80
/** 30: more sizes or colors than anyone selects at once. Further values are ignored. */
export const maxChoices = 30
export const productSorts = ['relevance', 'new', 'price_asc', 'price_desc'] as const
export type ProductSort = (typeof productSorts)[number]
export const sortWords: Record<ProductSort, string> = {
  relevance: msg('Best match'),
  new: msg('Newest'),
  price_asc: msg('Price: low to high'),
  price_desc: msg('Price: high to low'),
}

/** The search text, filters, order and page of a product list, as in its address. */
export type ProductQuery = {
  q: string
  size: string[]
  color: string[]
  minPrice: number | null
  maxPrice: number | null
  isInStock: boolean
  sort: ProductSort | null
  page: number
}

const words = (text: string) => [
  ...new Set(
    text
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ),
]

/**
 * Reads the product query from the search parameters of an address. Invalid parameters are ignored, because anyone can
 * type an address.
 */
export function readProductQuery(search: Readonly<Record<string, unknown>>): ProductQuery {
  const text = (name: string) => {
    const value = search[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  }
  const amount = (name: string) => (/^\d{1,9}(?:\.\d{1,4})?$/.test(text(name)) ? Number(text(name)) : null)
  const list = (name: string) => words(text(name).slice(0, 500)).slice(0, maxChoices)
  const page = Number(text('page'))
  return {
    q: text('q').slice(0, searchMaxLength).trim(),
    size: list('size'),
    color: list('color'),
    minPrice: amount('min_price'),
    maxPrice: amount('max_price'),
    isInStock: text('in_stock') === '1',
    sort: productSorts.find((one) => one === text('sort')) ?? null,
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
  }
}

/** Converts a query to the parameters of a page address and of a call. Unset parts are left out. */
export function toProductSearch(query: ProductQuery): Record<string, string> {
  const search = {
    q: query.q,
    size: query.size.join(','),
    color: query.color.join(','),
    min_price: query.minPrice === null ? '' : String(query.minPrice),
    max_price: query.maxPrice === null ? '' : String(query.maxPrice),
    in_stock: query.isInStock ? '1' : '',
    sort: query.sort ?? '',
    page: query.page > 1 ? String(query.page) : '',
  }
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== ''))
}

/** Returns the address of a list, such as `/catalogue/dresses?size=M&page=2`. */
export function toProductListHref(path: string, query: ProductQuery): string {
  const search = new URLSearchParams(toProductSearch(query)).toString()
  return search === '' ? path : `${path}?${search}`
}

export function countFilters({ size, color, minPrice, maxPrice, isInStock }: ProductQuery): number {
  return size.length + color.length + Number(minPrice !== null || maxPrice !== null) + Number(isInStock)
}

export function clearFilters(query: ProductQuery): ProductQuery {
  return { ...query, size: [], color: [], minPrice: null, maxPrice: null, isInStock: false, page: 1 }
}

/** Returns whether a list has no search text, filters or order, so that search engines may index it. */
export function isPlainQuery(query: ProductQuery): boolean {
  return query.q === '' && query.sort === null && countFilters(query) === 0
}

const letterSizes = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL']

/** Compares sizes from small to large: letter sizes, then numbers, then other values. */
export function compareSizes(one: string, other: string): number {
  const place = (size: string) => {
    const letter = letterSizes.indexOf(size.toUpperCase())
    if (letter >= 0) return letter
    return Number.isFinite(Number(size)) ? 100 + Number(size) : 100_000
  }
  return place(one) - place(other) || compareTexts(one, other)
}

/** Returns the words of a search. Only letters and digits remain, so that the words are safe in a database query. */
export function listSearchWords(q: string): string[] {
  return q
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, 8)
}

export function toListInput(query: ProductQuery) {
  return {
    page: query.page,
    ...(query.q !== '' && { q: query.q }),
    ...(query.size.length > 0 && { size: query.size.join(',') }),
    ...(query.color.length > 0 && { color: query.color.join(',') }),
    ...(query.minPrice !== null && { min_price: query.minPrice }),
    ...(query.maxPrice !== null && { max_price: query.maxPrice }),
    ...(query.isInStock && { in_stock: 1 }),
    ...(query.sort !== null && { sort: query.sort }),
  }
}
