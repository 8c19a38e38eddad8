import type { StaffInput } from '#contract/calls/staff-call.ts'
import { isTrackingUrl } from '#features/orders/carriers.rules.ts'
import type { shipOrder } from '#features/orders/order-commands.staff.contract.ts'
import type { StaffOrder } from '#features/orders/orders.staff.contract.ts'
import { isListOf, isRecord, isText } from '#web/data/drafts.ts'

// 60: more than the tracking number of any carrier.
export const maxTrackingLength = 60

/** Parcel in the dialog that ships it. `grams` is null if the parcel is not weighed. */
export type ParcelDraft = { id: string; carrier: string; tracking: string; url: string; grams: number | null }
export type ShipDraft = { parcels: ParcelDraft[] }

const isParcel = (one: unknown): one is ParcelDraft =>
  isRecord(one) &&
  [one.id, one.carrier, one.tracking, one.url].every(isText) &&
  (one.grams === null || Number.isInteger(one.grams))

/** Reads a stored draft. Returns null for anything else. */
export function readShipDraft(kept: unknown): ShipDraft | null {
  return isRecord(kept) && isListOf(kept.parcels, isParcel) ? { parcels: kept.parcels } : null
}

export const isEmptyShip = ({ parcels }: ShipDraft): boolean =>
  parcels.every(({ tracking, url }) => tracking === '' && url === '')

/**
 * Returns the initial parcels of the dialog. A parcel without a draft starts with the last carrier and the packed
 * weight.
 */
export function startParcels(
  { parcels }: Pick<StaffOrder, 'parcels'>,
  kept: ParcelDraft[],
  lastCarrier: string,
): ParcelDraft[] {
  return parcels.map(
    ({ id, weight_grams: grams }) =>
      kept.find((one) => one.id === id) ?? { id, carrier: lastCarrier, tracking: '', url: '', grams },
  )
}

export const isShippable = (parcels: ParcelDraft[]): boolean =>
  parcels.every(({ carrier, tracking, url }) => carrier.trim() && tracking.trim() && !findUrlProblem(url))

/** Returns the problem of a tracking link, or null. The link is optional. */
export function findUrlProblem(url: string): string | null {
  return url.trim() === '' || isTrackingUrl(url.trim()) ? null : 'Enter a link that begins with https://'
}

/** Converts the parcels to the input of the call. A parcel with a weight of 0 or null is sent without a weight. */
export function toShipped(parcels: ParcelDraft[]): StaffInput<typeof shipOrder>['parcels'] {
  return parcels.map(({ id, carrier, tracking, url, grams }) => ({
    id,
    carrier,
    tracking_number: tracking,
    ...(url.trim() && { tracking_url: url.trim() }),
    ...(grams && { weight_grams: grams }),
  }))
}

/** Returns the tracking numbers that occur in more than one row. */
export function findTwice(numbers: string[]): Set<string> {
  return new Set(numbers.filter((number, at) => numbers.indexOf(number) !== at))
}
