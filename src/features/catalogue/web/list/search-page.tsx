import { getRouteApi, useRouter } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { msg } from '#contract/text/translate.ts'
import { readProductQuery, searchMaxLength, toProductListHref } from '#features/catalogue/product-list.rules.ts'
import { searchLink } from '#links/catalogue.links.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Field } from '#ui/fields/field.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { Section, SectionTitle } from '#ui/layout/page.tsx'
import { sendEvent } from '#web/data/events.ts'
import { pageHead } from '#web/navigation/page-head.ts'
import { type HeadInput, type WebContext, wordsOf } from '#web/root.tsx'
import { CategoryStrip } from '../home/category-strip.tsx'
import { ShopBar } from '../parts/shop-bar.tsx'
import { ShopPage } from '../parts/shop-page.tsx'
import { loadCategories, loadProducts, toTiles } from './load-products.ts'
import styles from './product-list-page.module.css'
import { ProductList } from './product-list-page.tsx'

export { ProductListSkeleton } from './list-skeletons.tsx'

const route = getRouteApi('/search')

export async function loadSearch({ context, deps }: { context: WebContext; deps: Record<string, string> }) {
  const query = readProductQuery(deps)
  if (query.q === '') return { list: null, query, categories: toTiles(await loadCategories(context)) }
  const { list, categories } = await loadProducts(context, deps)
  return { list, query, categories: toTiles(categories) }
}

export function headSearch({ match: { context }, loaderData }: HeadInput<typeof loadSearch>) {
  const title = loaderData?.query.q || wordsOf(context)(msg('Search'))
  return pageHead(context, { title, path: searchLink, isHidden: true })
}

export function SearchPage() {
  const t = useT()
  const { list, query, categories } = route.useLoaderData()
  return (
    <ShopPage header={<ShopBar />}>
      <Section first>
        <h1 className="visually-hidden">{t('Search')}</h1>
        <SearchForm key={query.q} q={query.q} />
      </Section>
      {list ? (
        <ProductList
          path={searchLink}
          list={list}
          query={query}
          note={
            list.meta.is_close && (
              <p className={styles.note}>
                {t('No results for “{words}”. These products are similar.', { words: query.q })}
              </p>
            )
          }
        />
      ) : (
        categories.length > 0 && (
          <Section aria-labelledby="categories">
            <SectionTitle id="categories">{t('Categories')}</SectionTitle>
            <CategoryStrip label={t('Categories')} categories={categories} />
          </Section>
        )
      )}
    </ShopPage>
  )
}

/** Renders a plain form, which also works before hydration. */
function SearchForm({ q }: { q: string }) {
  const t = useT()
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const [isEmpty, setEmpty] = useState(false)
  useEffect(() => {
    if (q === '') form.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [q])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const words = String(new FormData(event.currentTarget).get('q') ?? '').trim()
    setEmpty(words === '')
    if (words === '') return event.currentTarget.querySelector('input')?.focus()
    sendEvent('search', { words })
    router.navigate({ href: toProductListHref(searchLink, readProductQuery({ q: words })) })
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is missing from phones that shoppers still use.
    <form ref={form} role="search" action={searchLink} className={styles.search} onSubmit={submit}>
      <Field
        label={t('What are you looking for?')}
        name="q"
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={searchMaxLength}
        defaultValue={q}
        error={isEmpty && t('Please fill in this field')}
        onChange={() => setEmpty(false)}
      />
      <Button type="submit">{t('Search')}</Button>
    </form>
  )
}
