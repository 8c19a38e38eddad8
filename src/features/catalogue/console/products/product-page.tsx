import { useRouter } from '@tanstack/react-router'
import { ExternalLink, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { loadAll } from '#console/data/load-all.ts'
import { usePageData, usePageSearch } from '#console/data/use-page-data.ts'
import { ConfirmDialog } from '#console/form/confirm-dialog.tsx'
import { FormBar, FormNotes } from '#console/form/form-frame.tsx'
import { ViewTabs } from '#console/list/filters/view-tabs.tsx'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { productsLink, reviewsLink, staffProductLink } from '#console/shell/console-links.ts'
import { Button, buttonClass } from '#console/ui/buttons/button.tsx'
import { Status } from '#console/ui/content/status.tsx'
import { FormPage } from '#console/ui/layout/form-page.tsx'
import { PageHead } from '#console/ui/layout/page-head.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { toQuery } from '#contract/calls/call.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import { listStaffCategories } from '#features/catalogue/categories.staff.contract.ts'
import { deleteProduct, getStaffProduct, type StaffProduct } from '#features/catalogue/products.staff.contract.ts'
import { loadCurrencies, mayReadSettings } from '#features/settings/console/parts/load-currencies.ts'
import { listStaffLanguages } from '#features/settings/settings.staff.contract.ts'
import { listAudit } from '#features/staff/audit.staff.contract.ts'
import { AuditHistory } from '#features/staff/console/parts/audit-history.tsx'
import { loadTaxCategories } from '#features/tax/console/parts/tax-category-field.tsx'
import { productLink } from '#links/catalogue.links.ts'
import { SkuGrid } from '../skus/sku-grid.tsx'
import { stateBadges } from './product-badges.ts'
import { ProductFields } from './product-fields.tsx'
import { formatProductAction } from './product-history.rules.ts'
import { ProductPictures } from './product-pictures.tsx'
import { ProductPreview } from './product-preview.tsx'
import { ProductTexts } from './product-texts.tsx'
import { useProductEdit } from './use-product-edit.ts'

type LoaderInput = { context: ConsoleContext; params: { handle: string } }

/** The number of latest changes shown. The audit log has the rest. */
const maxHistory = 50

export async function loadStaffProduct({ context, params }: LoaderInput) {
  const { load } = context
  const mayReadAudit = allowsScope(context.me?.scopes, 'audit:read')
  const [{ data: product, etag }, categories, currencies, taxCategories, languages, history] = await Promise.all([
    load(getStaffProduct, params),
    loadAll(load, listStaffCategories, {}),
    loadCurrencies(context),
    loadTaxCategories(context),
    mayReadSettings(context) ? loadAll(load, listStaffLanguages, {}) : [],
    mayReadAudit ? load(listAudit, { about: `products/${params.handle}`, limit: maxHistory }) : null,
  ])
  return {
    ...{ product, etag: etag ?? '', categories, currencies, taxCategories, languages },
    history: history?.data.data ?? null,
  }
}

export function ProductPage() {
  const loaded = usePageData<typeof loadStaffProduct>(`${productsLink}/$handle`)
  // The key resets the form when another product is opened.
  return <ProductForm key={loaded.product.id} {...loaded} />
}

type Loaded = Awaited<ReturnType<typeof loadStaffProduct>>

function ProductForm({ product, etag, categories, currencies, taxCategories, languages, history }: Loaded) {
  const { handle } = product
  const scopes = new Set(useMe().scopes)
  const mayWrite = allowsScope(scopes, 'catalogue:write')
  const { form, grid, version, edit } = useProductEdit(product, etag)
  const { tab } = usePageSearch<{ tab?: string }>(`${productsLink}/$handle`)
  const tabs = listTabs(product, {
    hasTexts: languages.length > 0,
    hasHistory: history !== null,
    hasReviews: allowsScope(scopes, 'reviews:read'),
  })
  const pictures = (
    <ProductPictures handle={handle} pictures={product.pictures} mayWrite={mayWrite} onVersion={version.follow} />
  )
  const texts = languages.length > 0 && (
    <ProductTexts product={product} etag={etag} languages={languages} mayWrite={mayWrite} isWhole={tab === 'texts'} />
  )
  const isForm = tab === undefined
  return (
    <FormPage
      head={<ProductHead product={product} categories={categories} mayWrite={mayWrite} />}
      tabs={<ViewTabs label="About this product" views={tabs} current={staffProductLink(handle) + toQuery({ tab })} />}
      aside={
        isForm && (
          <>
            {pictures}
            {texts}
          </>
        )
      }
      foot={<FormBar {...edit} />}
    >
      <FormNotes {...edit} />
      {tab === 'pictures' && pictures}
      {tab === 'texts' && texts}
      {tab === 'history' && history && <HistoryPanel history={history} />}
      {isForm && (
        <>
          <SkuGrid
            rows={grid.rows}
            saved={grid.base}
            handle={handle}
            onChange={grid.setRows}
            currencies={currencies}
            productName={product.name}
            isFixed={!mayWrite}
          />
          <Panel title="Details">
            <ProductFields form={form} categories={categories} taxCategories={taxCategories} isFixed={!mayWrite} />
          </Panel>
        </>
      )}
    </FormPage>
  )
}

type HeadProps = Pick<Loaded, 'product' | 'categories'> & { mayWrite: boolean }

function ProductHead({ product, categories, mayWrite }: HeadProps) {
  const { shop } = useConsole()
  const [category] = product.categories
  return (
    <PageHead
      title={product.name}
      crumb={
        <>
          <ConsoleLink href={productsLink}>Products</ConsoleLink> ›{' '}
          {categories.find(({ code }) => code === category)?.name ?? category}
        </>
      }
    >
      <Status badge={stateBadges[product.status]} />
      {product.status === 'live' ? (
        <a
          className={buttonClass()}
          href={new URL(productLink(product.handle), shop.url).href}
          target="_blank"
          rel="noopener"
        >
          <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
          View in the shop
        </a>
      ) : (
        <ProductPreview handle={product.handle} />
      )}
      {mayWrite && <EndProductPanel product={product} />}
    </PageHead>
  )
}

function HistoryPanel({ history }: { history: NonNullable<Loaded['history']> }) {
  return (
    <Panel title="History">
      {history.length === 0 ? <p>No changes yet.</p> : <AuditHistory rows={history} tell={formatProductAction} />}
    </Panel>
  )
}

type Parts = { hasTexts: boolean; hasHistory: boolean; hasReviews: boolean }

function listTabs({ handle, pictures, texts }: StaffProduct, { hasTexts, hasHistory, hasReviews }: Parts) {
  const here = (tab?: string) => staffProductLink(handle) + toQuery({ tab })
  return [
    { name: 'Details', href: here() },
    { name: 'Pictures', href: here('pictures'), count: pictures.length },
    ...(hasTexts ? [{ name: 'Translations', href: here('texts'), count: Object.keys(texts).length }] : []),
    ...(hasReviews ? [{ name: 'Reviews', href: reviewsLink + toQuery({ product: handle }) }] : []),
    ...(hasHistory ? [{ name: 'History', href: here('history') }] : []),
  ]
}

/**
 * Renders the command to delete or end a product. A product with orders is ended, and a product without orders is
 * deleted.
 */
function EndProductPanel({ product }: { product: StaffProduct }) {
  const { call } = useConsole()
  const router = useRouter()
  const [isAsking, setAsking] = useState(false)
  const end = async () => {
    const { data } = await call(deleteProduct, { handle: product.handle }, { ifMatch: '*' })
    showToast(data.outcome === 'deleted' ? `${product.name} is deleted` : `${product.name} has ended`)
    await router.navigate({ href: productsLink })
  }
  return (
    <>
      <Button icon={Trash2} aria-label="Delete" onClick={() => setAsking(true)} />
      {isAsking && (
        <ConfirmDialog
          title={`Delete ${product.name}?`}
          button="Delete product"
          run={end}
          onClose={() => setAsking(false)}
        >
          <p>
            A product that was bought or reviewed is ended instead of deleted. It can no longer be bought, and orders
            still show it.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
