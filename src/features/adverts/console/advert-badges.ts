import type { StatusBadge } from '#console/ui/content/status.tsx'
import type { StaffWidget } from '#features/coupons/widgets.staff.contract.ts'
import type { AdPosition } from '../adverts.contract.ts'
import type { StaffAdvert } from '../adverts.staff.contract.ts'

export const advertBadges: Record<StaffAdvert['status'], StatusBadge> = {
  running: { name: 'Live', tone: 'success', gauge: 1 },
  scheduled: { name: 'Planned', tone: 'info', gauge: 0 },
  off: { name: 'Paused', tone: 'warning', gauge: 'pause' },
  ended: { name: 'Ended', tone: 'ink', gauge: 'dash' },
}

export const placeNames: Record<AdPosition, string> = {
  home: 'Home',
  account: 'Account',
  order_list: 'Order list',
  order_detail: 'Order detail',
  coupon: 'Coupon page',
}

/** The positions in the order in which shoppers meet them. */
export const placeOrder: AdPosition[] = ['home', 'account', 'order_list', 'order_detail', 'coupon']

export const kindNames: Record<StaffAdvert['kind'], string> = {
  link: 'A page of the shop',
  widget: 'A coupon widget',
  app: 'The app stores',
}

export const deviceNames: Record<StaffAdvert['device'], string> = {
  all: 'All devices',
  ios: 'iPhones',
  android: 'Android',
}

/**
 * Returns a display name, because adverts are stored without a name. The alternative text of the picture is preferred
 * to the widget's title.
 */
export function formatAdvertName({ id, alt, widget_id }: StaffAdvert, widgets: readonly StaffWidget[]): string {
  const widget = widgets.find((one) => one.id === widget_id)
  return alt || widget?.title || `Ad ${id}`
}
