import * as calls from '#features/imports/exports.staff.contract.ts'
import type { ImportKindName } from '#features/imports/imports.rules.ts'
import { handleStaff } from '#server/http/staff/staff-handler.ts'
import { streamAuditLog } from './export-audit-log.service.ts'
import { streamOrderList } from './export-order-list.service.ts'
import { streamReturnList } from './export-return-list.service.ts'
import { exportCsv, exportJson } from './exports.service.ts'

type ExportCall = typeof calls.exportProductsCsv
const files: [call: ExportCall, kind: ImportKindName, extension: 'csv' | 'json'][] = [
  [calls.exportProductsCsv, 'products', 'csv'],
  [calls.exportProductsJson, 'products', 'json'],
  [calls.exportStockCsv, 'stock', 'csv'],
  [calls.exportStockJson, 'stock', 'json'],
  [calls.exportCustomersCsv, 'customers', 'csv'],
  [calls.exportCustomersJson, 'customers', 'json'],
  [calls.exportOrdersCsv, 'orders', 'csv'],
  [calls.exportOrdersJson, 'orders', 'json'],
]

const fullExportHandlers = files.map(([call, kind, extension]) =>
  handleStaff(call, async ({ shop }) => ({
    type: extension === 'csv' ? 'text/csv; charset=utf-8' : 'application/json',
    fileName: `${kind}.${extension}`,
    body: extension === 'csv' ? await exportCsv(shop, kind) : exportJson(shop, kind),
  })),
)

export const exportHandlers = [
  ...fullExportHandlers,
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
  handleStaff(calls.exportReturnList, async ({ shop, input, actor }) => ({
    type: 'text/csv; charset=utf-8',
    fileName: 'return-list.csv',
    body: streamReturnList(shop, input, actor.id),
  })),
]
