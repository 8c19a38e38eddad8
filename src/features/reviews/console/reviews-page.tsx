import { Star } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ConsoleContext } from '#console/console-context.ts'
import { useConsole, useMe } from '#console/console-context.ts'
import { ConsoleLink } from '#console/console-link.tsx'
import { reviewsLink } from '#console/console-links.ts'
import { ListFoot } from '#console/list/list-foot.tsx'
import { useList, useListAddress } from '#console/list/use-list.ts'
import { useRows } from '#console/list/use-rows.ts'
import { ViewTabs } from '#console/list/view-tabs.tsx'
import { Button } from '#console/ui/button.tsx'
import { EmptyView } from '#console/ui/empty-view.tsx'
import { PageHead } from '#console/ui/page-head.tsx'
import { showToast } from '#console/ui/toast-store.ts'
import { tellProblem } from '#console/use-command.ts'
import { useKeys } from '#console/use-keys.ts'
import { usePageData } from '#console/use-page-data.ts'
import { toQuery } from '#contract/call.ts'
import type { StaffInput } from '#contract/staff-call.ts'
import { fewStarsRank, unreadDays } from '../reviews.rules.ts'
import { listStaffReviews, type StaffReview, showReview } from '../reviews.staff.contract.ts'
import { HideDialog } from './hide-dialog.tsx'
import { ReviewRow } from './review-row.tsx'
import styles from './reviews-page.module.css'

type Search = {
  rank?: string
  state?: string
  has_pictures?: string
  is_answered?: string
  product?: string
  days?: string
}
const rowsAtOnce = 30

const inputOf = (search: Search & { after?: string }) =>
  ({ ...search, limit: rowsAtOnce }) as unknown as StaffInput<typeof listStaffReviews>

export async function loadReviews({ context: { load }, deps }: { context: ConsoleContext; deps: Search }) {
  return (await load(listStaffReviews, inputOf(deps))).data
}

const views: { name: string; search: Search }[] = [
  { name: 'All', search: {} },
  { name: 'To read', search: { state: 'published', is_answered: 'false', days: String(unreadDays) } },
  { name: 'One and two stars', search: { rank: String(fewStarsRank) } },
  { name: 'With photos', search: { has_pictures: 'true' } },
  { name: 'No answer yet', search: { state: 'published', is_answered: 'false' } },
  { name: 'Hidden', search: { state: 'hidden' } },
]

/** What shoppers wrote, the newest first. It is public until somebody hides it. */
export function ReviewsPage() {
  const { call } = useConsole()
  const me = useMe()
  const page = usePageData<typeof loadReviews>(reviewsLink)
  const { search } = useListAddress(reviewsLink)
  const list = useList<StaffReview>({
    first: page,
    search,
    keyOf: ({ id }) => id,
    read: async (asked) => (await call(listStaffReviews, inputOf(asked))).data,
  })
  const rows = useRows(
    list.rows.map(({ id }) => id),
    { at: search.at, most: 0 },
  )
  const [hiding, setHiding] = useState<StaffReview | null>(null)
  const [answering, setAnswering] = useState<string | null>(null)
  const mayWrite = me.scopes.includes('reviews:write')
  const current = list.rows[rows.index]
  const body = useRef<HTMLOListElement>(null)
  const move = (step: number) => {
    rows.move(step)
    const at = Math.min(list.rows.length - 1, Math.max(0, rows.index + step))
    body.current?.children[at]?.querySelector<HTMLElement>('[data-row]')?.focus()
  }
  async function show(review: StaffReview) {
    try {
      list.put((await call(showReview, { id: review.id })).data)
      showToast('Shown again')
    } catch (error) {
      showToast(tellProblem(error))
    }
  }
  const hide = (review: StaffReview) => (review.possible.includes('hide') ? setHiding(review) : show(review))
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    arrowdown: () => move(1),
    arrowup: () => move(-1),
    ...(mayWrite &&
      current && {
        h: () => hide(current),
        ...(current.possible.includes('answer') && { a: () => setAnswering(current.id) }),
      }),
  })
  const here = reviewsLink + toQuery({ ...search, at: undefined })
  return (
    <main className={styles.page}>
      <PageHead title="Reviews" />
      <ViewTabs
        label="Views"
        current={here}
        views={views.map((view) => {
          const href = reviewsLink + toQuery(view.search)
          return { name: view.name, href, count: href === here ? list.total : null }
        })}
      />
      {list.held > 0 && (
        <Button tone="quiet" onClick={list.showHeld}>
          {list.held} new
        </Button>
      )}
      {list.rows.length === 0 ? (
        <EmptyView icon={Star} title="Nothing to read" text="No review is like that.">
          {here !== reviewsLink && <ConsoleLink href={reviewsLink}>Show all</ConsoleLink>}
        </EmptyView>
      ) : (
        <ol ref={body} className={styles.list} aria-label="Reviews">
          {list.rows.map((review, at) => (
            <li key={review.id}>
              <ReviewRow
                review={review}
                isCurrent={at === rows.index}
                onPoint={() => rows.moveTo(review.id)}
                mayWrite={mayWrite}
                isAnswering={answering === review.id}
                setAnswering={(isOn) => setAnswering(isOn ? review.id : null)}
                onHide={() => hide(review)}
                onChanged={list.put}
              />
            </li>
          ))}
        </ol>
      )}
      <More list={list} />
      {hiding && (
        <HideDialog
          review={hiding}
          onClose={() => setHiding(null)}
          onHidden={(hidden) => {
            list.put(hidden)
            showToast('Hidden from the shop', { action: { label: 'Undo', run: () => show(hidden) } })
          }}
        />
      )}
      <ListFoot
        isTable={false}
        hints={[
          { keys: ['A'], does: 'answer' },
          { keys: ['H'], does: 'hide' },
        ]}
      >
        {list.total === null ? 'More than anybody counts' : `${list.total} ${list.total === 1 ? 'review' : 'reviews'}`}
      </ListFoot>
    </main>
  )
}

type MoreProps = { list: { next: string | null; more: () => Promise<void>; isBusy: boolean; problem: string | null } }

/** The next ones come when the end is near. */
function More({ list: { next, more, isBusy, problem } }: MoreProps) {
  const end = useRef<HTMLDivElement>(null)
  const ask = useRef(more)
  ask.current = more
  useEffect(() => {
    if (!end.current || next === null) return
    const watcher = new IntersectionObserver(([seen]) => seen?.isIntersecting && ask.current(), { rootMargin: '600px' })
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [next])
  if (next === null) return null
  return (
    <div ref={end} className={styles.more}>
      <Button onClick={more} isBusy={isBusy}>
        Show more
      </Button>
      {problem && <p role="alert">{problem}</p>}
    </div>
  )
}
