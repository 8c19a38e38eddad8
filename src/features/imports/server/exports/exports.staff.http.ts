import * as calls from '#features/imports/exports.staff.contract.ts'
import type { ImportKindName } from '#features/imports/imports.rules.ts'
import { handleStaff } from '#server/http/staff-handler.ts'
import { streamAuditLog } from './export-audit-log.service.ts'
import { streamOrderList } from './export-order-list.service.ts'
import { streamReturnList } from './export-return-list.service.ts'
import { exportCsv, exportJson } from './exports.service.ts'

type ExportCall = typeof calls.exportProductsCsv
const files: [call: ExportCall, kind: ImportKindName, ending: 'csv' | 'json'][] = [
  [calls.exportProductsCsv, 'products', 'csv'],
  [calls.exportProductsJson, 'products', 'json'],
  [calls.exportStockCsv, 'stock', 'csv'],
  [calls.exportStockJson, 'stock', 'json'],
  [calls.exportCustomersCsv, 'customers', 'csv'],
  [calls.exportCustomersJson, 'customers', 'json'],
  [calls.exportOrdersCsv, 'orders', 'csv'],
  [calls.exportOrdersJson, 'orders', 'json'],
]

const wholeHandlers = files.map(([call, kind, ending]) =>
  handleStaff(call, async ({ shop }) => ({
    type: ending === 'csv' ? 'text/csv; charset=utf-8' : 'application/json',
    fileName: `${kind}.${ending}`,
    body: ending === 'csv' ? await exportCsv(shop, kind) : exportJson(shop, kind),
  })),
)

export const exportHandlers = [
  ...wholeHandlers,
  handleStaff(calls.exportOrderList, async ({ shop, input }) => ({
    type: 'text/csv; charset=utf-8',
    fileName: 'order-list.csv',
    body: streamOrderList(shop, input),
  })),
  handleStaff(calls.exportAuditLog, async ({ shop, input }) => ({
    type: 'text/csv; charset=utf-8',
    fileName: 'audit-log.csv',
    body: streamAuditLog(shop, input),
  })),
  handleStaff(calls.exportReturnList, async ({ shop, input, asker }) => ({
    type: 'text/csv; charset=utf-8',
    fileName: 'return-list.csv',
    body: streamReturnList(shop, input, asker.id),
  })),
]
