import { getRouteApi, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import type { Product, ProductSku } from '#features/catalogue/catalogue.contract.ts'
import { availability, findAvailability, findOverlay } from '#features/catalogue/catalogue.rules.ts'
import {
  type Choice,
  findChosenSku,
  getInitialChoice,
  isLowStock,
  listMissingOptions,
  listOptionGroups,
} from '#features/catalogue/product-options.rules.ts'
import { listSaleTags } from '#features/catalogue/sale-types.rules.ts'
import { returnBlockMessages, returnWindowDays } from '#features/orders/line-returns.rules.ts'
import { toReviewBoard, toReviewCard } from '#features/reviews/review-board.rules.ts'
import { listProductReviews, type PublishedReviews as Reviews } from '#features/reviews/reviews.contract.ts'
import { toReviewQuery } from '#features/reviews/reviews.rules.ts'
import { categoryLink } from '#links/catalogue.links.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Literal } from '#ui/content/literal.tsx'
import { Tag, TagRow } from '#ui/content/tag.tsx'
import { Stars } from '#ui/fields/star-rating.tsx'
import { formatAverage } from '#ui/i18n/format-values.ts'
import { useLanguage, useT } from '#ui/i18n/use-t.ts'
import { Accordion, AccordionRow } from '#ui/layout/accordion.tsx'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { BottomBar, Page, Section, SectionTitle } from '#ui/layout/page.tsx'
import { usePages } from '#web/data/use-pages.ts'
import { AppLink } from '#web/navigation/app-link.tsx'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import { RichText } from '#web/parts/page/rich-text.tsx'
import { PublishedReviews, type ReviewsFilter } from '#web/parts/reviews/published-reviews.tsx'
import { HeartButton } from '../parts/heart-button.tsx'
import { ProductPrice } from '../parts/product-price.tsx'
import { CartLink } from '../parts/shop-bar.tsx'
import { OptionChoice } from './option-choice.tsx'
import { ProductGallery } from './product-gallery.tsx'
import styles from './product-page.module.css'
import { SizeGuide } from './size-guide.tsx'
import { useAddToCart } from './use-add-to-cart.ts'

export { headProduct, loadProduct } from './product-head.ts'
export { ProductSkeleton } from './product-skeleton.tsx'

const PreviewNotice = lazy(async () => ({ default: (await import('./preview-notice.tsx')).PreviewNotice }))

const route = getRouteApi('/products/$handle')

export function ProductPage() {
  const goBack = useGoBack()
  const { product, reviews } = route.useLoaderData()
  return (
    <Page header={<AppBar title={product.name} onBack={goBack} end={<CartLink />} />}>
      <ProductOffer key={product.id} product={product} rating={reviews?.meta.summary ?? null} />
      <ProductFacts product={product} />
      {reviews && <ProductReviews key={product.handle} handle={product.handle} first={reviews} />}
    </Page>
  )
}

type SuggestionListOptions = { product: Product; rating: { average: number; total: number } | null }

/** Renders the pictures, price, options and the button to buy. */
function ProductOffer({ product, rating }: SuggestionListOptions) {
  const t = useT()
  const language = useLanguage()
  const [choice, setChoice] = useState<Choice>(() => getInitialChoice(product.skus))
  const [missingOption, setMissingOption] = useState<string | null>(null)
  const options = useRef<HTMLDivElement>(null)
  const { add, isBusy } = useAddToCart()
  const groups = listOptionGroups(product.skus, choice)
  const sku = findChosenSku(product.skus, choice)
  const matchingSkus = product.skus.filter((one) =>
    one.options.every(({ name, value_name }) => isOpen(choice, name, value_name)),
  )
  const shown = sku ?? matchingSkus[0] ?? product.skus[0] ?? null
  const state = findProductState(product, sku)
  const stateWord = findOverlay(state)
  const { unpriced_currency: currency } = product
  const overlay = (stateWord && t(stateWord)) ?? (currency && t('Not available in {currency}', { currency }))

  function choose(name: string, value: string) {
    setChoice({ ...choice, [name]: value })
    setMissingOption(null)
  }

  function handleAdd() {
    if (sku) return add(sku.id)
    const missing = listMissingOptions(groups, choice)[0] ?? null
    setMissingOption(missing)
    options.current?.querySelector<HTMLInputElement>(`input[name="${CSS.escape(missing ?? '')}"]`)?.focus()
  }

  return (
    <>
      <Section first flush>
        {product.is_preview && (
          <Suspense>
            <PreviewNotice />
          </Suspense>
        )}
        <ProductGallery product={product} shown={shown?.image ?? null} veil={overlay} />
        <div className={styles.offer}>
          <div className={styles.head}>
            <div>
              <AppLink href={categoryLink(product.product_basic_category.code)} className={styles.category}>
                {product.product_basic_category.name}
              </AppLink>
              <p className={styles.name}>{product.name}</p>
            </div>
            {!product.is_preview && <HeartButton product={product} />}
          </div>
          {rating && rating.total > 0 && (
            <a href="#reviews" className={styles.rating}>
              <Stars value={Math.round(rating.average * 2) / 2} figure={formatAverage(rating.average, language)} />
              <Literal>{formatAverage(rating.average, language)}</Literal>
              <span>{t('{total, plural, one {# review} other {# reviews}}', { total: rating.total })}</span>
            </a>
          )}
          <ProductPrice skus={sku ? [sku] : matchingSkus} />
          <ProductTags product={product} sku={sku} />
          <div ref={options} className={styles.options}>
            {groups.map((group) => (
              <OptionChoice
                key={group.name}
                group={group}
                value={choice[group.name]}
                error={missingOption === group.name ? t('Please choose one') : null}
                onChoose={(value) => choose(group.name, value)}
                end={group.name === 'Size' && product.shoe_sizes.length > 0 && <SizeGuide sizes={product.shoe_sizes} />}
              />
            ))}
          </div>
          <p className={styles.stock} aria-live="polite">
            {sku && isLowStock(sku.inventory) && state === availability.forSale && (
              <span className={styles.low}>{t('Only {amount} left', { amount: sku.inventory })}</span>
            )}
            {overlay && <span>{overlay}</span>}
          </p>
        </div>
      </Section>
      <BottomBar>
        <Button block busy={isBusy} disabled={overlay !== null || product.is_preview} onClick={handleAdd}>
          {overlay ?? t('Add to cart')}
        </Button>
      </BottomBar>
    </>
  )
}

function isOpen(choice: Choice, name: string, value: string): boolean {
  return choice[name] === undefined || choice[name] === value
}

/** Returns the availability of the chosen SKU, or of the whole product before a choice. */
function findProductState(product: Product, sku: ProductSku | null): number {
  // The stock of a product without a price in this currency is unknown.
  if (product.unpriced_currency) return product.status
  const inventory = sku ? sku.inventory : Math.max(0, ...product.skus.map((one) => one.inventory))
  return product.status === availability.forSale ? findAvailability({ inventory, product }) : product.status
}

function ProductTags({ product, sku }: { product: Product; sku: ProductSku | null }) {
  const t = useT()
  const tags = listSaleTags({ type: product.type, type_name: product.type_name, is_gift: false })
  const isNewUserPrice =
    sku?.is_new_user_price ?? (product.skus.length > 0 && product.skus.every((one) => one.is_new_user_price))
  if (tags.length === 0 && !isNewUserPrice) return null
  return (
    <TagRow>
      {tags.map(({ label, tone }) => (
        <Tag key={label} tone={tone}>
          {t(label)}
        </Tag>
      ))}
      {isNewUserPrice && <Tag tone="success">{t('New user price')}</Tag>}
    </TagRow>
  )
}

function ProductFacts({ product }: { product: Product }) {
  const t = useT()
  const block = product.return_block_reason
  return (
    <Section className={styles.facts}>
      <Accordion>
        <AccordionRow question={t('Description')} open>
          <RichText html={product.description_html} />
        </AccordionRow>
        <AccordionRow question={t('Returns')}>
          <p>
            {block
              ? t(returnBlockMessages[block])
              : t('You can send it back within {days} days of delivery.', { days: returnWindowDays })}
          </p>
        </AccordionRow>
      </Accordion>
    </Section>
  )
}

const unfiltered: ReviewsFilter = { withPhotos: false, stars: null }

function ProductReviews({ handle, first }: { handle: string; first: Reviews }) {
  const t = useT()
  const { call } = useRouter().options.context
  const pages = usePages(first, unfiltered, (filter, page) =>
    call(listProductReviews, { handle, page, limit: 5, ...toReviewQuery(filter) }),
  )
  return (
    <Section id="reviews" aria-labelledby="reviews-title" className={styles.reviews}>
      <SectionTitle id="reviews-title">{t('Reviews')}</SectionTitle>
      <PublishedReviews
        labelledBy="reviews-title"
        board={toReviewBoard(first.meta.summary)}
        cards={pages.items.map(toReviewCard)}
        filter={pages.filter}
        onFilter={pages.changeFilter}
        hasMore={pages.hasMore}
        onMore={pages.loadMore}
        isBusy={pages.isBusy}
        hasFailed={pages.hasFailed}
      />
    </Section>
  )
}
