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
        ? `All orders as ${extension.toUpperCase()}, those placed here and those of an earlier shop, in the format that imports take.`
        : `All ${kind} as ${extension.toUpperCase()}, in the format that imports take.`,
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
  about: 'The orders of a list, filtered and sorted as it is, as CSV: one line an item, 50,000 orders at most.',
  scope: 'orders:read',
  input: z.omit(listOrders.input, { limit: true, after: true }),
  example: { input: { view: 'to_pack' } },
})

export const exportReturnList = defineStaffFile({
  method: 'GET',
  path: '/exports/return-list.csv',
  about: 'The returns of a list, filtered and sorted as it is, as CSV: one line an item, 50,000 returns at most.',
  scope: 'returns:read',
  input: z.omit(listReturns.input, { limit: true, after: true }),
  example: { input: { status: 'processing' } },
})

export const exportAuditLog = defineStaffFile({
  method: 'GET',
  path: '/exports/audit-log.csv',
  about:
    'The audit log, filtered as its list is, as CSV: one line a change with its sentence, 20,000 at most, the latest first.',
  scope: 'audit:read',
  input: z.omit(listAudit.input, { limit: true, after: true }),
  example: { input: { about: 'settings' } },
})
