import { useRouter } from '@tanstack/react-router'
import { ChevronRight, Printer } from 'lucide-react'
import { useStaffLive } from '#console/data/use-staff-live.ts'
import { formatListPosition } from '#console/list/moves/origin-list.rules.ts'
import { PrevNext } from '#console/list/moves/prev-next.tsx'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { returnsLink } from '#console/shell/console-links.ts'
import { DueBar } from '#console/ui/content/due-bar.tsx'
import { Presence } from '#console/ui/content/presence.tsx'
import { Status } from '#console/ui/content/status.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { BackLink } from '#console/ui/layout/back-link.tsx'
import { PageHead } from '#console/ui/layout/page-head.tsx'
import { toQuery } from '#contract/calls/call.ts'
import { type PlaceInList, staffApiRoot } from '#contract/calls/staff-call.ts'
import { getReturnSlip, type StaffReturn } from '#features/returns/returns.staff.contract.ts'
import { formatListName, type ReturnsSearch } from '../list/returns-view.rules.ts'
import { returnBadges } from '../parts/return-badges.rules.ts'
import { Assignee } from './assignee.tsx'
import styles from './return-page.module.css'

type Props = {
  returnRequest: StaffReturn
  people: { id: string; name: string }[]
  /** Position of the return in the list that the user came from. */
  place: PlaceInList | null
  /** Filters of the list that the user came from. */
  search: ReturnsSearch | null
  hrefOf: (number: string) => string
}

/**
 * Shows the number, status and assignee of a return, with links back to the list and to the previous and next return.
 */
export function ReturnHead({ returnRequest, people, place, search, hrefOf }: Props) {
  const router = useRouter()
  const others = useStaffLive([`returns/${returnRequest.number}`], () => router.invalidate({ sync: true }))
  const listHref = returnsLink + toQuery({ ...search, ...(search && { at: returnRequest.number }) })
  const slipHref = staffApiRoot + getReturnSlip.path.replace(':no', encodeURIComponent(returnRequest.number))
  return (
    <PageHead
      title={returnRequest.number}
      isNumber
      back={<BackLink href={listHref} label="Returns" />}
      crumb={
        <>
          <ConsoleLink href={listHref}>Returns</ConsoleLink>
          <ChevronRight size={14} strokeWidth={1.9} aria-hidden className={styles.arrow} />
          {search ? formatListPosition(formatListName(search), place) : <Moment at={returnRequest.created_at} />}
        </>
      }
      beside={
        <>
          <Status badge={returnBadges[returnRequest.status]} isLarge />
          <Presence people={others} />
        </>
      }
    >
      {returnRequest.reply_due_at && (
        <span className={styles.due}>
          <span>Reply due</span>
          <DueBar since={returnRequest.created_at} due={returnRequest.reply_due_at} />
        </span>
      )}
      <a href={slipHref} target="_blank" rel="noreferrer" aria-label="Print the slip">
        <Printer size={18} strokeWidth={1.9} aria-hidden />
      </a>
      <PrevNext place={place} hrefOf={hrefOf} />
      <span className={styles.assignee}>
        <Assignee returnRequest={returnRequest} people={people} />
      </span>
    </PageHead>
  )
}
