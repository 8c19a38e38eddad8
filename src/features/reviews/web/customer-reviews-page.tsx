import { getRouteApi, notFound, useRouter } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { productLink } from '#links/catalogue.links.ts'
import { customerReviewsLink } from '#links/reviews.links.ts'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { Page, Section } from '#ui/layout/page.tsx'
import { usePages } from '#web/data/use-pages.ts'
import { toAddress } from '#web/navigation/page-head.ts'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import { PublishedReviews, type ReviewsFilter } from '#web/parts/reviews/published-reviews.tsx'
import { type HeadInput, pageTitle, type WebContext } from '#web/root.tsx'
import { toReviewBoard, toReviewCard } from '../review-board.rules.ts'
import { listReviews } from '../reviews.contract.ts'
import { toReviewQuery } from '../reviews.rules.ts'

export { CustomerReviewsSkeleton } from './review-skeletons.tsx'

const route = getRouteApi('/customer-reviews')
const unfiltered: ReviewsFilter = { withPhotos: false, stars: null }

export function loadReviews({ context }: { context: WebContext }) {
  if (context.site.reviews_switch !== 'on') throw notFound()
  return context.load(listReviews, {})
}

export function headReviews({ match: { context } }: HeadInput) {
  const href = toAddress(context.site.publicUrl, customerReviewsLink)
  return { ...pageTitle(context, msg('Customer Reviews')), links: [{ rel: 'canonical', href }] }
}

/** Renders the reviews of all products. */
export function CustomerReviewsPage() {
  const t = useT()
  const { call } = useRouter().options.context
  const goBack = useGoBack()
  const first = route.useLoaderData()
  const pages = usePages(first, unfiltered, (filter, page) => call(listReviews, { page, ...toReviewQuery(filter) }))
  return (
    <Page header={<AppBar title={t('Customer Reviews')} onBack={goBack} />}>
      <Section first aria-labelledby="all-reviews">
        <h2 id="all-reviews" className="visually-hidden">
          {t('All reviews')}
        </h2>
        <PublishedReviews
          labelledBy="all-reviews"
          // The fit is meaningful for a single product only, so it is left out for all products together.
          board={{ ...toReviewBoard(first.meta.summary), fit: [] }}
          cards={pages.items.map((review) => ({
            ...toReviewCard(review),
            product: { ...review.product, href: productLink(review.product.handle) },
          }))}
          filter={pages.filter}
          onFilter={pages.changeFilter}
          hasMore={pages.hasMore}
          onMore={pages.loadMore}
          isBusy={pages.isBusy}
          hasFailed={pages.hasFailed}
        />
      </Section>
    </Page>
  )
}
