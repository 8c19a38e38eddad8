import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { formatProblem } from '#console/data/use-command.ts'
import type { ListPageState } from '#console/list/use-list-page.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { reviewsLink } from '#console/shell/console-links.ts'
import { useKeys } from '#console/shell/use-keys.ts'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { readReview, type StaffReview, showReview, unreadReview } from '../reviews.staff.contract.ts'

type ReviewCommandOptions = {
  page: ListPageState<StaffReview>
  mayWrite: boolean
  /** Opens the dialog that hides a review. */
  startHiding: (review: StaffReview) => void
  /** Opens the answer form of a review. */
  startAnswer: (id: string) => void
}

/**
 * Returns the commands of the review list, and binds the commands to keyboard shortcuts. `body` is the list element in
 * which the cursor moves.
 */
export function useReviewCommands({ page, mayWrite, startHiding, startAnswer }: ReviewCommandOptions) {
  const router = useRouter()
  const { list, rows, current } = page
  const body = useRef<HTMLOListElement>(null)
  const move = (step: number) => {
    rows.move(step)
    const at = Math.min(list.rows.length - 1, Math.max(0, rows.index + step))
    body.current?.children[at]?.querySelector<HTMLElement>('[data-row]')?.focus()
  }
  /** Moves to the next unread review of this list. After the last one, opens the list of unread reviews. */
  const readNext = () => {
    const next = list.rows.findIndex((one, at) => at > rows.index && one.possible.includes('read'))
    if (next >= 0) move(next - rows.index)
    else router.navigate({ href: reviewsLink })
  }
  const { show, mark } = useReviewChanges(list.put, () => move(1))
  const hide = (review: StaffReview) => (review.possible.includes('hide') ? startHiding(review) : show(review))
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
        ...(current.possible.includes('answer') && { a: () => startAnswer(current.id) }),
      }),
  })
  return { body, readNext, show, mark, hide }
}

/** Shows a hidden review again, and marks a review as read or unread. A toast reports the outcome. */
function useReviewChanges(put: (review: StaffReview) => void, onMarked: () => void) {
  const { call } = useConsole()
  async function show(review: StaffReview) {
    try {
      put((await call(showReview, { id: review.id })).data)
      showToast('Published again')
    } catch (error) {
      showToast(formatProblem(error))
    }
  }
  async function mark(review: StaffReview) {
    const isRead = review.possible.includes('read')
    const send = async (which: typeof readReview) => put((await call(which, { id: review.id })).data)
    try {
      await send(isRead ? readReview : unreadReview)
      onMarked()
      const undo = () => void send(isRead ? unreadReview : readReview)
      showToast(isRead ? 'Marked as read. The review stays published.' : 'Marked as unread', {
        action: { label: 'Undo', run: undo },
      })
    } catch (error) {
      showToast(formatProblem(error))
    }
  }
  return { show, mark }
}
