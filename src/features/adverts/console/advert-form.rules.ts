import { endOfShopDay, startOfShopDay, toLastShopDay, toShopDay } from '#console/ui/format/day.rules.ts'
import { dayMs } from '#contract/times/times.ts'
import type { AdPosition } from '../adverts.contract.ts'
import type { StaffAdvert } from '../adverts.staff.contract.ts'

/** An advert as form values. Times become dates, and an empty string means no link. */
export type AdvertValues = {
  position: AdPosition
  kind: StaffAdvert['kind']
  widget_id: string
  picture: StaffAdvert['picture']
  alt: string
  link: string
  ios_url: string
  google_url: string
  device: StaffAdvert['device']
  starts_at: string
  ends_at: string
  sort: number | null
  is_active: boolean
}

export const emptyAdvert: AdvertValues = {
  position: 'home',
  kind: 'link',
  widget_id: '',
  picture: null,
  alt: '',
  link: '',
  ios_url: '',
  google_url: '',
  device: 'all',
  starts_at: '',
  ends_at: '',
  sort: 0,
  is_active: true,
}

export function toAdvertValues(advert: StaffAdvert, timeZone: string): AdvertValues {
  const { id: _, status, widget_id, link, ios_url, google_url, starts_at, ends_at, ...rest } = advert
  return {
    ...rest,
    widget_id: widget_id === null ? '' : String(widget_id),
    link: link ?? '',
    ios_url: ios_url ?? '',
    google_url: google_url ?? '',
    starts_at: toShopDay(starts_at, timeZone),
    ends_at: ends_at ? toLastShopDay(ends_at, timeZone) : '',
  }
}

/**
 * Converts changed form values to the request. A changed kind also sends the widget, because only adverts of the kind
 * `widget` have a widget.
 */
export function toSentAdvert(changed: Partial<AdvertValues>, { kind, widget_id: widget }: AdvertValues, zone: string) {
  const { widget_id, link, ios_url, google_url, starts_at, ends_at, sort, ...rest } = changed
  return {
    ...rest,
    ...((widget_id !== undefined || changed.kind) && {
      widget_id: kind === 'widget' && widget ? Number(widget) : null,
    }),
    ...(link !== undefined && { link: link || null }),
    ...(ios_url !== undefined && { ios_url: ios_url || null }),
    ...(google_url !== undefined && { google_url: google_url || null }),
    ...(starts_at !== undefined && { starts_at: startOfShopDay(starts_at, zone) }),
    ...(ends_at !== undefined && { ends_at: ends_at ? endOfShopDay(ends_at, zone) : null }),
    ...(sort !== undefined && { sort: sort ?? 0 }),
  }
}

/**
 * Returns the share of a time range that an advert covers, in percent. Returns null if the advert lies outside of the
 * range.
 */
export function computeBar(
  { starts_at, ends_at }: Pick<StaffAdvert, 'starts_at' | 'ends_at'>,
  { from, to }: { from: number; to: number },
): { start: number; size: number } | null {
  const share = (at: number) => (Math.min(to, Math.max(from, at)) - from) / (to - from)
  const start = share(Date.parse(starts_at))
  const end = ends_at ? share(Date.parse(ends_at)) : 1
  return end > start ? { start: Math.round(start * 1000) / 10, size: Math.round((end - start) * 1000) / 10 } : null
}

/** Returns the clicks of each of the last days (UTC), oldest first. Days without clicks are zero. */
export function fillDays(found: readonly { day: string; clicks: number }[], now: number, days: number): number[] {
  const byDay = new Map(found.map(({ day, clicks }) => [day, clicks]))
  return Array.from({ length: days }, (_, at) => {
    const day = new Date(now - (days - 1 - at) * dayMs).toISOString().slice(0, 10)
    return byDay.get(day) ?? 0
  })
}

/** Formats the click rate as a percentage. Returns an empty string without views, and never more than 100%. */
export function formatRate({ shown, clicks }: { shown: number; clicks: number }): string {
  if (shown === 0) return ''
  return `${(Math.min(1, clicks / shown) * 100).toFixed(1)}\u2009%`
}
