import { useRouter } from '@tanstack/react-router'
import { ChevronRight, Ellipsis, EllipsisVertical, Printer } from 'lucide-react'
import { useStaffLive } from '#console/data/use-staff-live.ts'
import { formatListPosition } from '#console/list/moves/origin-list.rules.ts'
import { PrevNext } from '#console/list/moves/prev-next.tsx'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { ordersLink, staffOrderLink } from '#console/shell/console-links.ts'
import { useNarrow } from '#console/shell/use-narrow.ts'
import { Menu } from '#console/ui/buttons/menu.tsx'
import { Presence } from '#console/ui/content/presence.tsx'
import { Status } from '#console/ui/content/status.tsx'
import { BackLink } from '#console/ui/layout/back-link.tsx'
import { PageHead } from '#console/ui/layout/page-head.tsx'
import { toQuery } from '#contract/calls/call.ts'
import type { PlaceInList } from '#contract/calls/staff-call.ts'
import type { StaffOrder } from '#features/orders/orders.staff.contract.ts'
import { formatListName } from '../list/order-list.rules.ts'
import type { OrderSearch } from '../list/order-search.ts'
import { slipLink } from '../list/print-slips.ts'
import { orderBadges } from '../parts/order-status.ts'
import { OrderTags } from '../parts/order-tags.tsx'
import type { OrderMove } from './order-moves.tsx'
import styles from './order-page.module.css'
import { MoveButton } from './possible-moves.tsx'

type Props = {
  order: StaffOrder
  /** Position of the order in the list that the user came from. */
  place: PlaceInList | null
  /** Filters of the list that the user came from: parsed in `search`, as a query string in `list`. */
  search: OrderSearch | null
  list: string | undefined
  moves: OrderMove[]
  first: OrderMove | undefined
}

/**
 * Shows the order's number, its status and a menu of moves, with links to the list and to the previous and next order.
 */
export function OrderHead({ order, place, search, list, moves, first }: Props) {
  const router = useRouter()
  const others = useStaffLive([`orders/${order.number}`], () => router.invalidate({ sync: true }))
  const listHref = ordersLink + toQuery({ ...search, ...(search && { at: order.number }) })
  return (
    <PageHead
      title={order.number}
      isNumber
      back={<BackLink href={listHref} label="Orders" />}
      crumb={
        <>
          <ConsoleLink href={listHref}>Orders</ConsoleLink>
          {search && (
            <>
              <ChevronRight size={14} strokeWidth={1.9} aria-hidden className={styles.arrow} />
              {formatListPosition(formatListName(search), place)}
            </>
          )}
        </>
      }
      beside={
        <>
          <Status badge={orderBadges[order.status]} isLarge />
          <OrderTags order={order} />
          <Presence people={others} />
        </>
      }
    >
      <PrevNext place={place} hrefOf={(other) => staffOrderLink(other, list)} />
      <MovesMenu number={order.number} moves={moves.filter(({ id }) => id !== first?.id)} />
      {first && (
        <span className={styles.headMove}>
          <MoveButton move={first} />
        </span>
      )}
    </PageHead>
  )
}

function MovesMenu({ number, moves }: { number: string; moves: OrderMove[] }) {
  const isNarrow = useNarrow()
  const items = moves.map(({ name, icon, hint, isDanger, run }) => ({
    name,
    icon,
    run,
    ...(hint && { hint }),
    ...(isDanger && { isDanger, isSeparated: true }),
  }))
  return (
    <Menu
      label="More"
      icon={isNarrow ? EllipsisVertical : Ellipsis}
      isLabelHidden={isNarrow}
      tone={isNarrow ? 'quiet' : 'outline'}
      items={[
        { name: 'Print packing slip', icon: Printer, run: () => window.open(slipLink(number), '_blank') },
        ...items,
      ]}
    />
  )
}
