import { Tags } from 'lucide-react'
import { useState } from 'react'
import { usePageData } from '#console/data/use-page-data.ts'
import { formatCappedCount } from '#console/list/filters/view-tabs.tsx'
import { ListPage } from '#console/list/list-page.tsx'
import { useListPage } from '#console/list/use-list-page.ts'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { reviewsLink } from '#console/shell/console-links.ts'
import { Button, buttonClass } from '#console/ui/buttons/button.tsx'
import { EmptyView } from '#console/ui/content/empty-view.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { toQuery } from '#contract/calls/call.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import { listViews } from '#features/staff/views.staff.contract.ts'
import { roundAverage } from '../reviews.rules.ts'
import { countReviews, listStaffReviews, type StaffReview } from '../reviews.staff.contract.ts'
import { HideDialog } from './hide-dialog.tsx'
import { MoreReviews } from './more-reviews.tsx'
import { ReviewRow } from './review-row.tsx'
import { type Counts, inputOf, listBuiltIn, type ReviewsSearch } from './review-views.ts'
import styles from './reviews-page.module.css'
import { useReviewCommands } from './use-review-commands.ts'

export async function loadReviews({ context: { load }, deps }: { context: ConsoleContext; deps: ReviewsSearch }) {
  const [first, counts, views] = await Promise.all([
    load(listStaffReviews, inputOf(deps)),
    load(countReviews, {}),
    load(listViews, { place: 'reviews' }),
  ])
  return { first: first.data, counts: counts.data, views: views.data.data }
}

const hints = [
  { keys: ['A'], does: 'answer' },
  { keys: ['H'], does: 'hide' },
  { keys: ['E'], does: 'read' },
]

/** Renders the reviews, newest first. A review is public until staff hide it. */
export function ReviewsPage() {
  const { call } = useConsole()
  const { scopes } = useMe()
  const { first, counts, views: saved } = usePageData<typeof loadReviews>(reviewsLink)
  const [hiding, setHiding] = useState<StaffReview | null>(null)
  const [answering, setAnswering] = useState<string | null>(null)
  const mayWrite = allowsScope(scopes, 'reviews:write')
  const page = useListPage<StaffReview>({
    path: reviewsLink,
    first,
    keyOf: ({ id }) => id,
    read: async (input) => (await call(listStaffReviews, inputOf(input))).data,
  })
  const { list, rows, search } = page
  const commands = useReviewCommands({ page, mayWrite, startHiding: setHiding, startAnswer: setAnswering })
  const isUnreadList = reviewsLink + toQuery({ ...search, at: undefined }) === reviewsLink
  const onHidden = (hidden: StaffReview) => {
    list.put(hidden)
    showToast('Hidden from the shop', { action: { label: 'Undo', run: () => commands.show(hidden) } })
  }
  return (
    <ListPage
      page={page}
      title="Reviews"
      className={styles.page}
      beside={counts.average_rank !== null && <span>{formatAverage(counts)}</span>}
      actions={<Actions hasLabels={allowsScope(scopes, 'settings:read')} readNext={commands.readNext} />}
      views={{ place: 'reviews', label: 'Views', builtIn: listBuiltIn(counts), saved }}
      notices={<HeldNotice held={list.held} show={list.showNewRows} />}
      empty={<EmptyList isUnreadList={isUnreadList} />}
      body={
        <ol ref={commands.body} className={styles.list} aria-label="Reviews">
          {list.rows.map((review, at) => (
            <li key={review.id}>
              <ReviewRow
                review={review}
                isCurrent={at === rows.index}
                onPoint={() => rows.moveTo(review.id)}
                mayWrite={mayWrite}
                isAnswering={answering === review.id}
                setAnswering={(isOn) => setAnswering(isOn ? review.id : null)}
                onHide={() => commands.hide(review)}
                onRead={() => commands.mark(review)}
                onChanged={list.put}
              />
            </li>
          ))}
        </ol>
      }
      hints={hints}
      foot={
        isUnreadList
          ? `${formatCappedCount(counts.to_read)} to read. Reviews stay published after you read them.`
          : formatTotal(list.total)
      }
    >
      <MoreReviews list={list} />
      {hiding && <HideDialog review={hiding} onClose={() => setHiding(null)} onHidden={onHidden} />}
    </ListPage>
  )
}

function Actions({ hasLabels, readNext }: { hasLabels: boolean; readNext: () => void }) {
  return (
    <>
      {hasLabels && (
        <ConsoleLink href={settingsLinks.reviewLabels} className={buttonClass()}>
          <Tags size={16} strokeWidth={1.75} aria-hidden />
          Labels
        </ConsoleLink>
      )}
      <Button hint="N" onClick={readNext}>
        Read next
      </Button>
    </>
  )
}

function HeldNotice({ held, show }: { held: number; show: () => void }) {
  if (held === 0) return null
  return (
    <Button tone="quiet" onClick={show}>
      {held} new
    </Button>
  )
}

function EmptyList({ isUnreadList }: { isUnreadList: boolean }) {
  return (
    <EmptyView
      title={isUnreadList ? 'Nothing to read' : 'No matching reviews'}
      text={isUnreadList ? 'New reviews appear here, newest first.' : 'No review matches these filters.'}
    >
      <ConsoleLink href={allLink} className={buttonClass()}>
        Show all
      </ConsoleLink>
    </EmptyView>
  )
}

const allLink = reviewsLink + toQuery({ view: 'all' })
const formatTotal = (total: number | null) =>
  total === null ? 'More than 10,000' : `${formatCappedCount(total)} ${total === 1 ? 'review' : 'reviews'}`
const formatAverage = ({ average_rank, published }: Counts) =>
  `${roundAverage(average_rank ?? 0).toFixed(1)} of 5 from ${formatCappedCount(published)}`
