import { useRouter } from '@tanstack/react-router'
import { ExternalLink, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { loadAll } from '#console/data/load-all.ts'
import { useCommand } from '#console/data/use-command.ts'
import { usePageData, usePageSearch } from '#console/data/use-page-data.ts'
import { useForm } from '#console/form/use-form.ts'
import { ViewTabs } from '#console/list/filters/view-tabs.tsx'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { productsLink, reviewsLink, staffProductLink } from '#console/shell/console-links.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { ConflictNote } from '#console/ui/conflict-note.tsx'
import { Dialog } from '#console/ui/dialog.tsx'
import { FormPage } from '#console/ui/form-page.tsx'
import { Refusal } from '#console/ui/note.tsx'
import { PageHead } from '#console/ui/page-head.tsx'
import { Panel } from '#console/ui/panel.tsx'
import { SaveBar } from '#console/ui/save-bar.tsx'
import { Status } from '#console/ui/status.tsx'
import { showToast } from '#console/ui/toast-store.ts'
import { toQuery } from '#contract/calls/call.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import { listStaffCategories } from '#features/catalogue/categories.staff.contract.ts'
import {
  deleteProduct,
  editProduct,
  getStaffProduct,
  type StaffProduct,
  saveSkuGrid,
} from '#features/catalogue/products.staff.contract.ts'
import { changeStock } from '#features/catalogue/stock.staff.contract.ts'
import { listStaffLanguages } from '#features/settings/settings.staff.contract.ts'
import { listAudit } from '#features/staff/audit.staff.contract.ts'
import { AuditHistory } from '#features/staff/console/parts/audit-history.tsx'
import { productLink } from '#links/catalogue.links.ts'
import { loadCurrencies, mayReadSettings } from '../money/load-currencies.ts'
import { isGridChanged, listCounted, toGrid, toSkusToSave } from '../skus/sku-grid.rules.ts'
import { SkuGrid } from '../skus/sku-grid.tsx'
import { ProductFields } from './product-fields.tsx'
import { tellProductDeed } from './product-history.rules.ts'
import { stateLooks } from './product-looks.ts'
import { ProductPictures } from './product-pictures.tsx'
import { ProductPreview } from './product-preview.tsx'
import { ProductTexts } from './product-texts.tsx'

type Asked = { context: ConsoleContext; params: { handle: string } }

/** What happened to it lately; the rest is in the audit log. */
const historyMost = 50

export async function loadStaffProduct({ context, params }: Asked) {
  const { load } = context
  const mayReadAudit = allowsScope(context.me?.scopes, 'audit:read')
  const [{ data: product, etag }, categories, currencies, languages, history] = await Promise.all([
    load(getStaffProduct, params),
    loadAll(load, listStaffCategories, {}),
    loadCurrencies(context),
    mayReadSettings(context) ? loadAll(load, listStaffLanguages, {}) : [],
    mayReadAudit ? load(listAudit, { about: `products/${params.handle}`, limit: historyMost }) : null,
  ])
  return { product, etag: etag ?? '', categories, currencies, languages, history: history?.data.data ?? null }
}

const names: Record<string, string> = {
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

export function ProductPage() {
  const loaded = usePageData<typeof loadStaffProduct>(`${productsLink}/$handle`)
  // Another product is another form.
  return <ProductForm key={loaded.product.id} {...loaded} />
}

type Loaded = Awaited<ReturnType<typeof loadStaffProduct>>

function ProductForm({ product, etag, categories, currencies, languages, history }: Loaded) {
  const { handle } = product
  const { call, shop } = useConsole()
  const scopes = new Set(useMe().scopes)
  const mayWrite = allowsScope(scopes, 'catalogue:write')
  const form = useForm({ initial: fieldsOf(product), about: `products/${handle}` })
  const [base, setBase] = useState(product.skus)
  const [rows, setRows] = useState(() => toGrid(product.skus))
  const version = useVersion(etag)
  const gridChanged = isGridChanged(rows, base)
  const counted = listCounted(rows, base)
  // Read anew while nothing is being changed in the grid: it follows.
  if (base !== product.skus && !gridChanged && counted.length === 0) {
    setBase(product.skus)
    setRows(toGrid(product.skus))
  }
  const changes = [
    ...form.changed.map((name) => names[name] ?? name),
    ...(gridChanged ? ['Skus and prices'] : []),
    ...(counted.length > 0 ? [`Stock of ${counted.length}`] : []),
  ]
  async function save() {
    const isSaved = await form.save(async (changed) => {
      if (Object.keys(changed).length > 0) {
        version.follow((await call(editProduct, { handle, ...changed }, { ifMatch: version.read() })).etag)
      }
      if (gridChanged) {
        const skus = toSkusToSave(rows)
        version.follow((await call(saveSkuGrid, { handle, skus }, { ifMatch: version.read() })).etag)
      }
      if (counted.length > 0) {
        await call(changeStock, { items: counted.map((one) => ({ ...one, reason: 'counted' as const })) })
      }
      // What is saved is no longer a change: the next reading replaces it.
      setBase(rows.map(({ key: _, ...row }) => ({ ...row, id: row.id ?? 0 })))
    })
    if (isSaved) showToast(`${form.values.name} is saved`)
  }
  function discard() {
    form.discard()
    setRows(toGrid(base))
  }
  const [category] = product.categories
  const { tab } = usePageSearch<{ tab?: string }>(`${productsLink}/$handle`)
  const pictures = (
    <ProductPictures handle={handle} pictures={product.pictures} mayWrite={mayWrite} onVersion={version.follow} />
  )
  const texts = languages.length > 0 && (
    <ProductTexts product={product} etag={etag} languages={languages} mayWrite={mayWrite} isWhole={tab === 'texts'} />
  )
  return (
    <FormPage
      head={
        <PageHead
          title={product.name}
          crumb={
            <>
              <ConsoleLink href={productsLink}>Products</ConsoleLink> ›{' '}
              {categories.find(({ code }) => code === category)?.name ?? category}
            </>
          }
        >
          <Status look={stateLooks[product.status]} />
          {product.status === 'live' ? (
            <a
              className={buttonClass()}
              href={new URL(productLink(handle), shop.url).href}
              target="_blank"
              rel="noopener"
            >
              <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
              In the shop
            </a>
          ) : (
            <ProductPreview handle={handle} />
          )}
          {mayWrite && <EndProduct product={product} />}
        </PageHead>
      }
      tabs={
        <ViewTabs
          label="About this product"
          views={listTabs(product, {
            hasTexts: languages.length > 0,
            hasHistory: history !== null,
            hasReviews: allowsScope(scopes, 'reviews:read'),
          })}
          current={staffProductLink(handle) + toQuery({ tab })}
        />
      }
      aside={
        tab === undefined && (
          <>
            {pictures}
            {texts}
          </>
        )
      }
      foot={<SaveBar changes={changes} isBusy={form.isBusy} onSave={save} onDiscard={discard} />}
    >
      <ConflictNote conflict={form.conflict} names={names} />
      <Refusal problem={form.problem} />
      {tab === 'pictures' && pictures}
      {tab === 'texts' && texts}
      {tab === 'history' && history && (
        <Panel title="History">
          {history.length === 0 ? (
            <p>Nobody has changed it yet.</p>
          ) : (
            <AuditHistory rows={history} tell={tellProductDeed} />
          )}
        </Panel>
      )}
      {tab === undefined && (
        <>
          <SkuGrid
            rows={rows}
            saved={base}
            handle={handle}
            onChange={setRows}
            currencies={currencies}
            productName={product.name}
            isFixed={!mayWrite}
          />
          <Panel title="About it">
            <ProductFields form={form} categories={categories} isFixed={!mayWrite} />
          </Panel>
        </>
      )}
    </FormPage>
  )
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

type Parts = { hasTexts: boolean; hasHistory: boolean; hasReviews: boolean }

function listTabs({ handle, pictures, texts }: StaffProduct, { hasTexts, hasHistory, hasReviews }: Parts) {
  const here = (tab?: string) => staffProductLink(handle) + toQuery({ tab })
  return [
    { name: 'Details', href: here() },
    { name: 'Pictures', href: here('pictures'), count: pictures.length },
    ...(hasTexts ? [{ name: 'Texts', href: here('texts'), count: Object.keys(texts).length }] : []),
    ...(hasReviews ? [{ name: 'Reviews', href: reviewsLink + toQuery({ product: handle }) }] : []),
    ...(hasHistory ? [{ name: 'History', href: here('history') }] : []),
  ]
}

/** Nobody has bought it: it is deleted. Otherwise it ends, and orders keep it. */
function EndProduct({ product }: { product: StaffProduct }) {
  const { call } = useConsole()
  const router = useRouter()
  const { run, busy, problem } = useCommand()
  const [isAsking, setAsking] = useState(false)
  const end = async () => {
    const isDone = await run('end', async () => {
      const { data } = await call(deleteProduct, { handle: product.handle }, { ifMatch: '*' })
      showToast(data.outcome === 'deleted' ? `${product.name} is deleted` : `${product.name} has ended`)
      await router.navigate({ href: productsLink })
    })
    if (isDone) setAsking(false)
  }
  return (
    <>
      <Button icon={Trash2} aria-label="Delete" onClick={() => setAsking(true)} />
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Delete ${product.name}?`}
        onSubmit={end}
        footer={(close) => (
          <>
            <Button size="large" onClick={close}>
              Keep it
            </Button>
            <Button size="large" tone="danger" type="submit" isBusy={busy !== null}>
              Delete the product
            </Button>
          </>
        )}
      >
        <p>
          If somebody has bought or reviewed it, it ends instead: nobody can buy it any more, and orders still show it.
        </p>
        <Refusal problem={problem} />
      </Dialog>
    </>
  )
}
