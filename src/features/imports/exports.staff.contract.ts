import * as z from 'zod/mini'
import type { Scope } from '#contract/calls/scopes.ts'
import { defineStaffFile } from '#contract/calls/staff-call.ts'
import { listOrders } from '#features/orders/orders.staff.contract.ts'
import { listReturns } from '#features/returns/returns.staff.contract.ts'
import { listAudit } from '#features/staff/audit.staff.contract.ts'
import type { ImportKindName } from './imports.rules.ts'

const file = (kind: ImportKindName, extension: 'csv' | 'json', scope: Scope) =>
  defineStaffFile({
    method: 'GET',
    path: `/exports/${kind}.${extension}`,
    about:
      kind === 'orders'
        ? `Returns all orders as ${extension.toUpperCase()}, including orders of an earlier shop, in the format that imports accept.`
        : `Returns all ${kind} as ${extension.toUpperCase()}, in the format that imports accept.`,
    scope,
    input: z.object({}),
    example: { input: {} },
  })

export const exportProductsCsv = file('products', 'csv', 'catalogue:read')
export const exportProductsJson = file('products', 'json', 'catalogue:read')
export const exportStockCsv = file('stock', 'csv', 'catalogue:read')
export const exportStockJson = file('stock', 'json', 'catalogue:read')
export const exportCustomersCsv = file('customers', 'csv', 'customers:read')
export const exportCustomersJson = file('customers', 'json', 'customers:read')
export const exportOrdersCsv = file('orders', 'csv', 'orders:read')
export const exportOrdersJson = file('orders', 'json', 'orders:read')

export const exportOrderList = defineStaffFile({
  method: 'GET',
  path: '/exports/order-list.csv',
  about:
    'Returns orders as CSV, with the filters and sort order of the order list. One line per item, at most 50,000 orders.',
  scope: 'orders:read',
  input: z.omit(listOrders.input, { limit: true, after: true }),
  example: { input: { view: 'to_pack' } },
})

export const exportReturnList = defineStaffFile({
  method: 'GET',
  path: '/exports/return-list.csv',
  about:
    'Returns a list of returns as CSV, with the filters and sort order of the return list. One line per item, at most 50,000 returns.',
  scope: 'returns:read',
  input: z.omit(listReturns.input, { limit: true, after: true }),
  example: { input: { status: 'processing' } },
})

export const exportAuditLog = defineStaffFile({
  method: 'GET',
  path: '/exports/audit-log.csv',
  about:
    'Returns the audit log as CSV, latest first, with the filters of its list. One line per change with its description, at most 20,000 lines.',
  scope: 'audit:read',
  input: z.omit(listAudit.input, { limit: true, after: true }),
  example: { input: { about: 'settings' } },
})
