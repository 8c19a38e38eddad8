import type { StatusBadge } from '#console/ui/content/status.tsx'
import type { AdPosition } from '#features/adverts/adverts.contract.ts'
import type { StaffWidget } from '#features/coupons/widgets.staff.contract.ts'

/** The badge of each widget state. */
export const stateBadges: Record<StaffWidget['status'], StatusBadge> = {
  paused: { name: 'Paused', tone: 'warning', gauge: 'pause' },
  scheduled: { name: 'Planned', tone: 'info', gauge: 0 },
  live: { name: 'Live', tone: 'success', gauge: 1 },
  ended: { name: 'Ended', tone: 'ink', gauge: 'dash' },
}

/** Returns the title of a widget. A widget whose picture contains the title may have none. */
export const formatWidgetName = ({ id, title }: Pick<StaffWidget, 'id' | 'title'>) => title || `Widget ${id}`

export const placeNames: Record<AdPosition, string> = {
  account: 'Account page',
  home: 'Home page',
  order_list: 'Order list',
  order_detail: 'Order page',
  coupon: 'Coupon page',
}

export const groupNames: Record<StaffWidget['group'], string> = { everybody: 'All', new: 'New', known: 'Returning' }
