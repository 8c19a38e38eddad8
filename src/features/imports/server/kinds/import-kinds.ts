import type { ImportFormat, ImportKindName } from '#features/imports/imports.rules.ts'
import { customerImport, isShopifyCustomers } from './customer.import.ts'
import type { AnyImportKind } from './import-kind.ts'
import { isShopifyOrders, orderImport } from './order.import.ts'
import { isShopifyProducts, productImport } from './product.import.ts'
import { stockImport } from './stock.import.ts'

export const kinds: Record<ImportKindName, AnyImportKind> = {
  products: productImport,
  stock: stockImport,
  customers: customerImport,
  orders: orderImport,
}

const isShopify: Partial<Record<ImportKindName, (columns: string[]) => boolean>> = {
  products: isShopifyProducts,
  customers: isShopifyCustomers,
  orders: isShopifyOrders,
}

/** Detects the format of a CSV by its column names. */
export function detectFormat(kind: ImportKindName, columns: string[]): ImportFormat {
  return isShopify[kind]?.(columns) ? 'shopify' : 'csv'
}
