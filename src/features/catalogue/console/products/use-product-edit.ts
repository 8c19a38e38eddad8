import { useRef, useState } from 'react'
import { useEdit } from '#console/form/form-frame.tsx'
import { useForm } from '#console/form/use-form.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { editProduct, type StaffProduct, saveSkuGrid } from '#features/catalogue/products.staff.contract.ts'
import { changeStock } from '#features/catalogue/stock.staff.contract.ts'
import { isGridChanged, listCountedStock, toGrid, toSkusToSave } from '../skus/sku-grid.rules.ts'
import { type OfferName, toSentProduct } from './product-badges.ts'

const names = {
  name: 'Name',
  description: 'Description',
  status: 'State',
  categories: 'Categories',
  sale: 'Sale type',
  offer: 'Offer',
  search_words: 'Search terms',
  tax_category: 'Tax category',
}

const fieldsOf = ({
  name,
  description,
  status,
  categories,
  sale,
  offer,
  search_words,
  tax_category,
}: StaffProduct) => ({
  name,
  description,
  status,
  categories,
  sale,
  // A select has text values only, so no offer is an empty text.
  offer: (offer ?? '') as OfferName,
  search_words,
  tax_category,
})

/** Returns the unsaved changes of a product and of its SKU grid, which one save bar saves together. */
export function useProductEdit(product: StaffProduct, etag: string) {
  const { handle } = product
  const { call } = useConsole()
  const form = useForm({ initial: fieldsOf(product), about: `products/${handle}` })
  const grid = useGrid(product.skus)
  const version = useVersion(etag)
  const edit = useEdit(form, {
    names,
    saved: `${form.values.name} is saved`,
    send: async (changed) => {
      if (Object.keys(changed).length > 0) {
        version.follow(
          (await call(editProduct, { handle, ...toSentProduct(changed) }, { ifMatch: version.read() })).etag,
        )
      }
      if (grid.isChanged) {
        const skus = toSkusToSave(grid.rows)
        version.follow((await call(saveSkuGrid, { handle, skus }, { ifMatch: version.read() })).etag)
      }
      if (grid.counted.length > 0) {
        await call(changeStock, { items: grid.counted.map((one) => ({ ...one, reason: 'counted' as const })) })
      }
      grid.settle()
    },
  })
  function discard() {
    form.discard()
    grid.discard()
  }
  return { form, grid, version, edit: { ...edit, changes: [...edit.changes, ...grid.changes], discard } }
}

/** Returns the SKUs of a product with unsaved changes. */
function useGrid(skus: StaffProduct['skus']) {
  const [base, setBase] = useState(skus)
  const [rows, setRows] = useState(() => toGrid(skus))
  const isChanged = isGridChanged(rows, base)
  const counted = listCountedStock(rows, base)
  // A grid without unsaved changes shows reloaded data.
  if (base !== skus && !isChanged && counted.length === 0) {
    setBase(skus)
    setRows(toGrid(skus))
  }
  return {
    ...{ base, rows, setRows, isChanged, counted },
    changes: [...(isChanged ? ['SKUs and prices'] : []), ...(counted.length > 0 ? [`Stock of ${counted.length}`] : [])],
    /** Treats the current rows as saved, so that the next reload replaces them. */
    settle: () => setBase(rows.map(({ key: _, ...row }) => ({ ...row, id: row.id ?? 0 }))),
    discard: () => setRows(toGrid(base)),
  }
}

/**
 * Returns the version of the product for the next save. Each saved step updates the version. Otherwise a retry after a
 * failed step would conflict with an earlier step of the same save.
 */
function useVersion(loaded: string) {
  const version = useRef({ loaded, now: loaded })
  if (version.current.loaded !== loaded) version.current = { loaded, now: loaded }
  return {
    read: () => version.current.now,
    follow: (etag: string | null) => {
      if (etag) version.current.now = etag
    },
  }
}
