import { useRef, useState } from 'react'
import { useEdit } from '#console/form/form-frame.tsx'
import { useForm } from '#console/form/use-form.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { editProduct, type StaffProduct, saveSkuGrid } from '#features/catalogue/products.staff.contract.ts'
import { changeStock } from '#features/catalogue/stock.staff.contract.ts'
import { isGridChanged, listCounted, toGrid, toSkusToSave } from '../skus/sku-grid.rules.ts'

const names = {
  name: 'Name',
  description: 'Description',
  status: 'State',
  categories: 'Categories',
  sale: 'Sale kind',
  search_words: 'Search words',
}

const fieldsOf = ({ name, description, status, categories, sale, search_words }: StaffProduct) => ({
  name,
  description,
  status,
  categories,
  sale,
  search_words,
})

/** What somebody types about a product, in its fields and in the grid of its skus: one bar saves both. */
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
        version.follow((await call(editProduct, { handle, ...changed }, { ifMatch: version.read() })).etag)
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

/** The skus of a product as somebody changes them. */
function useGrid(skus: StaffProduct['skus']) {
  const [base, setBase] = useState(skus)
  const [rows, setRows] = useState(() => toGrid(skus))
  const isChanged = isGridChanged(rows, base)
  const counted = listCounted(rows, base)
  // Read anew while nothing is being changed in the grid: it follows.
  if (base !== skus && !isChanged && counted.length === 0) {
    setBase(skus)
    setRows(toGrid(skus))
  }
  return {
    ...{ base, rows, setRows, isChanged, counted },
    changes: [...(isChanged ? ['Skus and prices'] : []), ...(counted.length > 0 ? [`Stock of ${counted.length}`] : [])],
    /** What is saved is no longer a change: the next reading replaces it. */
    settle: () => setBase(rows.map(({ key: _, ...row }) => ({ ...row, id: row.id ?? 0 }))),
    discard: () => setRows(toGrid(base)),
  }
}

/**
 * The version that the next save stands on: the one that was loaded, or a newer one that a change of our own answered. Such a change may
 * come before a step that fails, and must not be told as somebody else's.
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
