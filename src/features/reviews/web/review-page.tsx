import { getRouteApi, notFound } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatOption } from '#features/catalogue/catalogue.rules.ts'
import { getOrder, type OrderLine } from '#features/orders/orders.contract.ts'
import { productLink } from '#links/catalogue.links.ts'
import { orderLink } from '#links/orders.links.ts'
import { EmptyView, FailedView } from '#ui/content/empty-view.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { ButtonLink } from '#ui/layout/link.tsx'
import { Page, Section } from '#ui/layout/page.tsx'
import { AppLink } from '#web/navigation/app-link.tsx'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import { ProductLine } from '#web/parts/orders/product-line.tsx'
import { ProductImage } from '#web/parts/product-image.tsx'
import type { WebContext } from '#web/root.tsx'
import { useSite } from '#web/session/site.ts'
import { listMyReviews, listReviewLabels } from '../reviews.contract.ts'
import { canReview } from '../reviews.rules.ts'
import { ReviewView } from './review-view.tsx'
import { WriteReview } from './write-review.tsx'

export { ReviewSkeleton } from './review-skeletons.tsx'

const route = getRouteApi('/account/review/$orderId/$subOrderId')

type LoaderInput = { context: WebContext; params: { orderId: string; subOrderId: string }; deps: { view?: string } }

export async function loadReview({ context, params: { orderId, subOrderId }, deps }: LoaderInput) {
  const isView = deps.view === '1'
  const email = context.session.email()
  const [order, mine, labels] = await Promise.all([
    context.load(getOrder, { orderId, line_id: subOrderId, ...(email && { email }) }),
    context.load(listMyReviews, { order_id: orderId, page: 1, per_page: 200 }),
    isView ? [] : context.load(listReviewLabels, {}),
  ])
  const line = order.products.find(({ id }) => id === subOrderId)
  if (!line) throw notFound()
  const review = mine.data.find((one) => one.product_id === line.product_id && one.sku === line.sku_name) ?? null
  return { order, line, review, labels, isView }
}

/** Renders the form, or the review if the shopper has written one. The form and the review share one address. */
export function ReviewPage() {
  const t = useT()
  const { order, line, review, labels, isView } = route.useLoaderData()
  const { reviews_switch } = useSite()
  const product = <ReviewedProduct line={line} />
  if (review) {
    return (
      <ReviewFrame title={t('View Review')}>
        {product}
        <ReviewView review={review} />
      </ReviewFrame>
    )
  }
  if (isView) {
    return (
      <ReviewFrame title={t('View Review')}>
        <Section first flush>
          <FailedView
            title={t('We couldn’t find this review')}
            line={t('The review may not have been submitted yet.')}
          />
        </Section>
      </ReviewFrame>
    )
  }
  if (!canReview(order.order_status_id, reviews_switch)) {
    return (
      <ReviewFrame title={t('Write a Review')}>
        <Section first flush>
          <EmptyView
            title={
              reviews_switch === 'on'
                ? t('You can write a review once the order is complete')
                : t('Reviews are switched off at the moment')
            }
          >
            <ButtonLink href={orderLink(order.id)} tone="secondary">
              {t('Go to the order')}
            </ButtonLink>
          </EmptyView>
        </Section>
      </ReviewFrame>
    )
  }
  return (
    <ReviewFrame title={t('Write a Review')}>
      {product}
      <WriteReview key={line.id} order={order} line={line} labels={labels} />
    </ReviewFrame>
  )
}

type FrameProps = { title: string; children: ReactNode }

function ReviewFrame({ title, children }: FrameProps) {
  const goBack = useGoBack()
  return <Page header={<AppBar title={title} onBack={goBack} />}>{children}</Page>
}

function ReviewedProduct({ line }: { line: OrderLine }) {
  const t = useT()
  const handle = line.sku?.product.handle
  return (
    <Section first aria-labelledby="reviewed">
      <h2 id="reviewed" className="visually-hidden">
        {t('Product')}
      </h2>
      <ProductLine
        compact
        image={<ProductImage src={line.image} alt="" size="small" eager />}
        name={handle ? <AppLink href={productLink(handle)}>{line.name}</AppLink> : <span>{line.name}</span>}
        options={line.options.map(formatOption).join(' / ')}
      />
    </Section>
  )
}
