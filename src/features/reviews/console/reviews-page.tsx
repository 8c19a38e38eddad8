import { useRouter } from '@tanstack/react-router'
import { Tags } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { tellProblem } from '#console/data/use-command.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import { SavedViews } from '#console/list/filters/saved-views.tsx'
import { showCount } from '#console/list/filters/view-tabs.tsx'
import { ListFoot } from '#console/list/table/list-foot.tsx'
import { useRows } from '#console/list/table/use-rows.ts'
import { useList, useListAddress } from '#console/list/use-list.ts'
import { settingsLinks } from '#console/settings/settings-places.ts'
import type { ConsoleContext } from '#console/shell/console-context.ts'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { reviewsLink } from '#console/shell/console-links.ts'
import { useKeys } from '#console/shell/use-keys.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { EmptyView } from '#console/ui/empty-view.tsx'
import { PageHead } from '#console/ui/page-head.tsx'
import { showToast } from '#console/ui/toast-store.ts'
import { toQuery } from '#contract/calls/call.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { StaffInput, StaffOutput } from '#contract/calls/staff-call.ts'
import { listViews } from '#features/staff/views.staff.contract.ts'
import { fewStarsRank, roundAverage, unreadSearch } from '../reviews.rules.ts'
import {
  countReviews,
  listStaffReviews,
  readReview,
  type StaffReview,
  showReview,
  unreadReview,
} from '../reviews.staff.contract.ts'
import { HideDialog } from './hide-dialog.tsx'
import { ReviewRow } from './review-row.tsx'
import styles from './reviews-page.module.css'

type Search = {
  /** `all`; without anything else it is what waits to be read. */
  view?: string
  rank?: string
  state?: string
  has_pictures?: string
  is_answered?: string
  product?: string
  days?: string
}
const rowsAtOnce = 30

function inputOf({ after, ...search }: Search & { after?: string }) {
  const { view, ...filters } = search
  const isPlain = Object.values(search).every((value) => value === undefined)
  const wanted = isPlain ? unreadSearch : filters
  return { ...wanted, ...(after && { after }), limit: rowsAtOnce } as unknown as StaffInput<typeof listStaffReviews>
}

export async function loadReviews({ context: { load }, deps }: { context: ConsoleContext; deps: Search }) {
  const [first, counts, views] = await Promise.all([
    load(listStaffReviews, inputOf(deps)),
    load(countReviews, {}),
    load(listViews, { place: 'reviews' }),
  ])
  return { first: first.data, counts: counts.data, views: views.data.data }
}

type Counts = StaffOutput<typeof countReviews>
const views: { name: string; search: Search; count: (of: Counts) => number | null }[] = [
  { name: 'To read', search: {}, count: ({ to_read }) => to_read },
  {
    name: 'One and two stars',
    search: { state: 'published', rank: String(fewStarsRank) },
    count: ({ few_stars }) => few_stars,
  },
  {
    name: 'With photos',
    search: { state: 'published', has_pictures: 'true' },
    count: ({ with_pictures }) => with_pictures,
  },
  {
    name: 'No answer yet',
    search: { state: 'published', is_answered: 'false' },
    count: ({ unanswered }) => unanswered,
  },
  { name: 'Hidden', search: { state: 'hidden' }, count: ({ hidden }) => hidden },
  { name: 'All', search: { view: 'all' }, count: ({ published, hidden }) => published + hidden },
]

/** What shoppers wrote, the newest first. It is public until somebody hides it. */
export function ReviewsPage() {
  const { call } = useConsole()
  const me = useMe()
  const { first: page, counts, views: saved } = usePageData<typeof loadReviews>(reviewsLink)
  const router = useRouter()
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
  const mayWrite = allowsScope(me.scopes, 'reviews:write')
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
  async function mark(review: StaffReview) {
    const isRead = review.possible.includes('read')
    const put = async (which: typeof readReview) => list.put((await call(which, { id: review.id })).data)
    try {
      await put(isRead ? readReview : unreadReview)
      move(1)
      const undo = () => void put(isRead ? unreadReview : readReview)
      showToast(isRead ? 'Read. It stays published' : 'To be read again', { action: { label: 'Undo', run: undo } })
    } catch (error) {
      showToast(tellProblem(error))
    }
  }
  /** The next that nobody has read: in this list, or the first of those that wait. */
  const readNext = () => {
    const next = list.rows.findIndex((one, at) => at > rows.index && one.possible.includes('read'))
    if (next >= 0) move(next - rows.index)
    else router.navigate({ href: reviewsLink })
  }
  const hide = (review: StaffReview) => (review.possible.includes('hide') ? setHiding(review) : show(review))
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    arrowdown: () => move(1),
    arrowup: () => move(-1),
    n: readNext,
    ...(mayWrite &&
      current && {
        h: () => hide(current),
        ...(current.state === 'published' && { e: () => mark(current) }),
        ...(current.possible.includes('answer') && { a: () => setAnswering(current.id) }),
      }),
  })
  const here = reviewsLink + toQuery({ ...search, at: undefined })
  return (
    <main className={styles.page}>
      <PageHead title="Reviews" beside={counts.average_rank !== null && <span>{showAverage(counts)}</span>}>
        {allowsScope(me.scopes, 'settings:read') && (
          <ConsoleLink href={settingsLinks.reviewLabels} className={buttonClass()}>
            <Tags size={16} strokeWidth={1.75} aria-hidden />
            Labels
          </ConsoleLink>
        )}
        <Button hint="N" onClick={readNext}>
          Read next
        </Button>
      </PageHead>
      <SavedViews
        place="reviews"
        label="Views"
        path={reviewsLink}
        search={search}
        saved={saved}
        builtIn={views.map((view) => ({
          name: view.name,
          href: reviewsLink + toQuery(view.search),
          count: view.count(counts),
          isLate: view.name === 'One and two stars' && counts.few_stars > 0,
        }))}
      />
      {list.held > 0 && (
        <Button tone="quiet" onClick={list.showHeld}>
          {list.held} new
        </Button>
      )}
      {list.rows.length === 0 ? (
        <EmptyView
          title={here === reviewsLink ? 'Nothing to read' : 'No review like that'}
          text={
            here === reviewsLink ? 'New reviews come in here, the newest first.' : 'Nothing that was written is so.'
          }
        >
          <ConsoleLink href={allLink} className={buttonClass()}>
            Show all
          </ConsoleLink>
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
                onRead={() => mark(review)}
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
          { keys: ['E'], does: 'read' },
        ]}
      >
        {here === reviewsLink
          ? `${showCount(counts.to_read)} to read. What is read stays published.`
          : tellTotal(list.total)}
      </ListFoot>
    </main>
  )
}

const allLink = reviewsLink + toQuery({ view: 'all' })
const tellTotal = (total: number | null) =>
  total === null ? 'More than anybody counts' : `${showCount(total)} ${total === 1 ? 'review' : 'reviews'}`
const showAverage = ({ average_rank, published }: Counts) =>
  `${roundAverage(average_rank ?? 0).toFixed(1)} of 5 from ${showCount(published)}`

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
