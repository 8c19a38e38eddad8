import * as z from 'zod/mini'
import type { Scope } from '#contract/scopes.ts'
import { defineStaffFile } from '#contract/staff-call.ts'
import type { ImportKindName } from './imports.rules.ts'

const file = (kind: ImportKindName, ending: 'csv' | 'json', scope: Scope) =>
  defineStaffFile({
    method: 'GET',
    path: `/exports/${kind}.${ending}`,
    about: `All ${kind} as ${ending.toUpperCase()}, in the format that imports take.`,
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
