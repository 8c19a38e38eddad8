import * as z from 'zod/mini'
import { queryNumber } from '#contract/calls/fields.ts'
import { defineStaffCall, defineStaffList, ListInput, PageInput, StaffTime } from '#contract/calls/staff-call.ts'
import { productStateNames } from './product.staff.rules.ts'
import { SkuCode } from './products.staff.contract.ts'
import { maxStock, stockReasons } from './stock.rules.ts'

/** 500: about a pallet of counted goods, and small enough for one transaction. */
export const stockAtOnce = 500

const StockMove = z.object({
  id: z.string(),
  sku: z.string(),
  by: z.int(),
  /** The stock after the change. */
  stock: z.int(),
  reason: z.enum(stockReasons),
  note: z.string(),
  actor: z.string(),
  at: StaffTime,
})
export type StockMove = z.output<typeof StockMove>

const StockChange = z.object({
  sku: SkuCode,
  /** The counted stock. */
  set: z.optional(z.int().check(z.gte(0), z.lte(maxStock))),
  /** The change. A negative number reduces the stock. */
  by: z.optional(z.int().check(z.gte(-maxStock), z.lte(maxStock))),
  reason: z.enum(stockReasons),
  note: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
})
export type StockChange = z.output<typeof StockChange>

export const changeStock = defineStaffCall({
  method: 'POST',
  path: '/stock',
  about:
    'Sets the stock of SKUs to a counted number (`set`), or changes the stock by a difference (`by`). Each change has a reason. Applies all changes or none.',
  scope: 'stock:write',
  takesList: true,
  input: z.object({ items: z.array(StockChange).check(z.minLength(1), z.maxLength(stockAtOnce)) }),
  output: z.object({ moves: z.array(StockMove) }),
})

export const listStock = defineStaffList({
  path: '/stock',
  about: 'Lists the stock of every SKU. `below` filters by stock. `q` matches the beginning of the SKU code.',
  scope: 'catalogue:read',
  input: z.object({
    ...ListInput,
    below: z.optional(queryNumber(0, maxStock)),
    /** Selects SKUs of products on sale with one to five units left. */
    is_low: z.optional(z.enum(['true'])),
    product: z.optional(z.string().check(z.maxLength(100))),
    sort: z._default(z.enum(['sku', 'stock']), 'sku'),
  }),
  output: z.object({
    sku: z.string(),
    stock: z.int(),
    options: z.array(z.object({ name: z.string(), value: z.string() })),
    image: z.string(),
    product: z.object({ handle: z.string(), name: z.string(), status: z.enum(productStateNames) }),
  }),
})

export const listStockMoves = defineStaffList({
  path: '/skus/:sku/stock',
  about:
    'Lists the stock changes that staff made to a SKU, latest first. Stock changes that orders cause are recorded in the events of each order.',
  scope: 'catalogue:read',
  input: z.object({ ...PageInput, sku: z.string().check(z.maxLength(100)) }),
  output: StockMove,
})
