import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { loadAll } from '#console/data/load-all.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import { useDraftForm } from '#console/form/use-draft-form.ts'
import { type ConsoleContext, useConsole } from '#console/shell/console-context.ts'
import { newProductLink, productsLink, staffProductLink } from '#console/shell/console-links.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Note } from '#console/ui/content/note.tsx'
import { TextField } from '#console/ui/fields/field.tsx'
import { FieldGroup, NewPage } from '#console/ui/layout/form-page.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { RestoredNote } from '#console/ui/layout/restored-note.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { listStaffCategories } from '#features/catalogue/categories.staff.contract.ts'
import { createProduct } from '#features/catalogue/products.staff.contract.ts'
import { loadCurrencies } from '#features/settings/console/parts/load-currencies.ts'
import { loadTaxCategories } from '#features/tax/console/parts/tax-category-field.tsx'
import { productLink } from '#links/catalogue.links.ts'
import { CategoryDialog } from '../categories/category-dialog.tsx'
import { combineOptions, type GridRow, suggestBase, toSkusToSave } from '../skus/sku-grid.rules.ts'
import { SkuGrid } from '../skus/sku-grid.tsx'
import { suggestHandle } from './handle.rules.ts'
import { toSentProduct } from './product-badges.ts'
import { ProductFields, type ProductValues } from './product-fields.tsx'

export async function loadNewProduct({ context }: { context: ConsoleContext }) {
  const [categories, currencies, taxCategories] = await Promise.all([
    loadAll(context.load, listStaffCategories, {}),
    loadCurrencies(context),
    loadTaxCategories(context),
  ])
  return { categories, currencies, taxCategories }
}

/** Returns the initial form values. The SKU codes follow the name while it is typed. */
const createEmptyProduct = (category: string | undefined): ProductValues & { handle: string; rows: GridRow[] } => ({
  handle: '',
  name: '',
  description: '',
  status: 'hidden',
  categories: category === undefined ? [] : [category],
  sale: 'regular',
  offer: '',
  search_words: '',
  tax_category: null,
  rows: combineOptions([], [], 'SKU'),
})

/** Replaces the placeholder in SKU codes by the product name, until a code is edited. */
const suggestSkuCodes = (rows: GridRow[], name: string) =>
  rows.map((row) =>
    row.sku === 'SKU' || row.sku.startsWith('SKU-') ? { ...row, sku: row.sku.replace('SKU', suggestBase(name)) } : row,
  )

/** Renders the form for a new product: its data, prices and stock. Pictures and translations follow on its page. */
export function NewProductPage() {
  const { categories, currencies, taxCategories } = usePageData<typeof loadNewProduct>(newProductLink)
  const { call } = useConsole()
  const router = useRouter()
  const form = useDraftForm('products/new', { initial: createEmptyProduct(categories[0]?.code) })
  const { rows, ...values } = form.values
  const { name, handle } = values
  const named = suggestSkuCodes(rows, name)
  const address = handle || suggestHandle(name)
  async function create() {
    const isMade = await form.save(() =>
      call(createProduct, { ...toSentProduct(values), handle: address, skus: toSkusToSave(named) }),
    )
    if (!isMade) return
    form.forget()
    showToast(`${name} is created`)
    await router.navigate({ href: staffProductLink(address) })
  }
  return (
    <NewPage
      title="New product"
      list={{ name: 'Products', href: productsLink }}
      button="Create product"
      form={form}
      onMake={create}
      aside={
        <Panel title="Next steps">
          <p>After you create the product, add pictures, translations and more on its page.</p>
        </Panel>
      }
    >
      <RestoredNote form={form} />
      <FirstCategory isMissing={categories.length === 0} />
      <Panel title="Details">
        <FieldGroup name="Details">
          <ProductFields form={form} categories={categories} taxCategories={taxCategories} />
          <TextField
            label="Page address"
            hint={address ? `${productLink(address)} stays the same when the name changes.` : 'Created from the name'}
            dir="ltr"
            maxLength={100}
            placeholder={suggestHandle(name)}
            {...form.field('handle')}
          />
        </FieldGroup>
      </Panel>
      <SkuGrid rows={named} onChange={(next) => form.set('rows', next)} currencies={currencies} productName={name} />
    </NewPage>
  )
}

function FirstCategory({ isMissing }: { isMissing: boolean }) {
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      {isMissing && (
        <Note tone="warning">
          Every product needs a category, and there is none yet.{' '}
          <Button size="small" onClick={() => setAdding(true)}>
            Create the first category
          </Button>
        </Note>
      )}
      {isAdding && <CategoryDialog categories={[]} taxCategories={[]} onClose={() => setAdding(false)} />}
    </>
  )
}
