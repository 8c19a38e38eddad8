import { getRouteApi, useRouter } from '@tanstack/react-router'
import ChevronDown from 'lucide-react/icons/chevron-down'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import X from 'lucide-react/icons/x'
import { type ReactNode, useState } from 'react'
import type { Output } from '#contract/calls/call.ts'
import type { Category, listProducts } from '#features/catalogue/product-list.contract.ts'
import {
  clearFilters,
  countFilters,
  type ProductQuery,
  type ProductSort,
  productSorts,
  readProductQuery,
  sortWords,
  toProductListHref,
} from '#features/catalogue/product-list.rules.ts'
import { catalogueLink, categoryLink } from '#links/catalogue.links.ts'
import { Badge } from '#ui/content/badge.tsx'
import { EmptyView } from '#ui/content/empty-view.tsx'
import { Icon } from '#ui/content/icon.tsx'
import { joinClasses } from '#ui/content/join-classes.ts'
import { useT } from '#ui/i18n/use-t.ts'
import { ButtonLink } from '#ui/layout/link.tsx'
import { Section } from '#ui/layout/page.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { AppLink } from '#web/navigation/app-link.tsx'
import { CategoryLinks } from '../home/category-strip.tsx'
import { EmptyShop } from '../home/empty-shop.tsx'
import { ProductGrid } from '../parts/product-grid.tsx'
import { ShopBar } from '../parts/shop-bar.tsx'
import { ShopPage } from '../parts/shop-page.tsx'
import { FilterSheet } from './filter-sheet.tsx'
import styles from './product-list-page.module.css'

export { ProductListSkeleton } from './list-skeletons.tsx'
export { headCatalogue, headCategory, loadCatalogue, loadCategory } from './product-list-head.ts'

const allRoute = getRouteApi('/catalogue')
const categoryRoute = getRouteApi('/catalogue/$category')

export function CataloguePage() {
  const t = useT()
  const { list, query, categories } = allRoute.useLoaderData()
  const rootCategories = categories.filter(({ parent_code }) => parent_code === null)
  return (
    <ShopPage header={<ShopBar />}>
      <Section first>
        <h1 className={styles.title}>{t('All products')}</h1>
        <CategoryLinks label={t('Categories')} steps={toSteps(rootCategories)} />
      </Section>
      <ProductList path={catalogueLink} list={list} query={query} />
    </ShopPage>
  )
}

export function CategoryPage() {
  const t = useT()
  const { list, query, categories } = categoryRoute.useLoaderData()
  const code = list.meta.category?.code ?? ''
  const here = categories.find((one) => one.code === code)
  const below = categories.filter((one) => one.parent_code === code)
  // A category without subcategories links to its siblings.
  const parentCode = below.length > 0 ? code : (here?.parent_code ?? null)
  const parent = categories.find((one) => one.code === parentCode)
  const steps = [
    parent && parent.code !== code
      ? { href: categoryLink(parent.code), name: parent.name }
      : { href: catalogueLink, name: t('All products') },
    ...toSteps(
      categories.filter((one) => one.parent_code === parentCode),
      code,
    ),
  ]
  return (
    <ShopPage header={<ShopBar />}>
      <Section first>
        <h1 className={styles.title}>{list.meta.category?.name}</h1>
        <CategoryLinks label={t('Categories')} steps={steps} />
      </Section>
      <ProductList path={categoryLink(code)} list={list} query={query} />
    </ShopPage>
  )
}

function toSteps(categories: Category[], here = '') {
  return categories.map(({ code, name }) => ({ href: categoryLink(code), name, isHere: code === here }))
}

type ProductListProps = {
  path: string
  list: Output<typeof listProducts>
  query: ProductQuery
  /** The note about a search, shown above the products. */
  note?: ReactNode
}

/** Renders a product list with its filters, order and pages. */
export function ProductList({ path, list, query, note }: ProductListProps) {
  const t = useT()
  const { pagination, filters } = list.meta
  const isNarrowed = countFilters(query) > 0
  if (pagination.total === 0 && !isNarrowed && path === catalogueLink) return <EmptyShop />
  if (pagination.total === 0 && !isNarrowed) {
    return (
      <Section flush>
        <EmptyView line={query.q === '' ? null : t('Try fewer or other words.')}>
          <ButtonLink href={catalogueLink} tone="secondary">
            {t('All products')}
          </ButtonLink>
        </EmptyView>
      </Section>
    )
  }
  return (
    <Section aria-label={t('Products')}>
      {note}
      <Toolbar path={path} query={query} filters={filters} total={pagination.total} />
      {isNarrowed && <ChosenFilters path={path} query={query} />}
      {list.data.length > 0 ? (
        <ProductGrid cards={list.data} eager />
      ) : (
        <EmptyView line={t('No products match all filters.')}>
          <ButtonLink href={toProductListHref(path, clearFilters(query))} tone="secondary">
            {t('Clear')}
          </ButtonLink>
        </EmptyView>
      )}
      <Pager pagination={pagination} hrefOf={(page) => toProductListHref(path, { ...query, page })} />
    </Section>
  )
}

type ToolbarProps = Pick<ProductListProps, 'path' | 'query'> & {
  filters: ProductListProps['list']['meta']['filters']
  total: number
}

function Toolbar({ path, query, filters, total }: ToolbarProps) {
  const t = useT()
  const router = useRouter()
  const [isOpen, setOpen] = useState(false)
  const defaultSort: ProductSort = query.q === '' ? 'new' : 'relevance'
  const sorts = productSorts.filter((one) => one !== 'relevance' || query.q !== '')

  function go(next: ProductQuery) {
    setOpen(false)
    router.navigate({ href: toProductListHref(path, next) })
  }

  return (
    <div className={styles.tools}>
      <p className={styles.total} role="status">
        {t('{total, plural, one {# product} other {# products}}', { total })}
      </p>
      {filters && (
        <button type="button" className={styles.tool} onClick={() => setOpen(true)}>
          <Icon of={SlidersHorizontal} size="s" />
          <span>{t('Filter')}</span>
          <Badge count={countFilters(query)} tone="neutral" />
        </button>
      )}
      <span className={styles.sort}>
        <select
          aria-label={t('Sort by')}
          className={joinClasses(styles.tool, styles.choice)}
          value={query.sort ?? defaultSort}
          onChange={(event) => {
            const sort = productSorts.find((one) => one === event.target.value) ?? defaultSort
            // Recently chosen filters may still be loading. The address already contains them.
            const newest = readProductQuery(router.latestLocation.search)
            go({ ...newest, sort: sort === defaultSort ? null : sort, page: 1 })
          }}
        >
          {sorts.map((one) => (
            <option key={one} value={one}>
              {t(sortWords[one])}
            </option>
          ))}
        </select>
        <Icon of={ChevronDown} size="s" className={styles.chevron} />
      </span>
      {filters && (
        <FilterSheet open={isOpen} onClose={() => setOpen(false)} filters={filters} query={query} onApply={go} />
      )}
    </div>
  )
}

/** Renders the active filters, each as a link that removes it. */
function ChosenFilters({ path, query }: Pick<ProductListProps, 'path' | 'query'>) {
  const t = useT()
  const { size, color, minPrice, maxPrice, isInStock } = query
  const chosen: { label: string; without: Partial<ProductQuery> }[] = [
    ...size.map((one) => ({ label: one, without: { size: size.filter((other) => other !== one) } })),
    ...color.map((one) => ({ label: one, without: { color: color.filter((other) => other !== one) } })),
  ]
  if (minPrice !== null || maxPrice !== null) {
    chosen.push({ label: `${minPrice ?? 0} – ${maxPrice ?? '…'}`, without: { minPrice: null, maxPrice: null } })
  }
  if (isInStock) chosen.push({ label: t('In stock only'), without: { isInStock: false } })
  return (
    <ul className={styles.chosen} aria-label={t('Chosen filters')}>
      {chosen.map(({ label, without }) => (
        <li key={label}>
          <AppLink href={toProductListHref(path, { ...query, ...without, page: 1 })} className={styles.remove}>
            <span className="visually-hidden">{t('Remove')} </span>
            <span>{label}</span>
            <Icon of={X} size="s" />
          </AppLink>
        </li>
      ))}
    </ul>
  )
}
