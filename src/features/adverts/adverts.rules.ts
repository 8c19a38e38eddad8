export type Device = 'ios' | 'android' | 'other'

/** An iPad calls itself a Mac nowadays; only its touch screen gives it away, and that is not in the header. */
export function readDevice(userAgent: string | undefined, touchPoints = 0): Device {
  if (/iphone|ipad|ipod/i.test(userAgent ?? '')) return 'ios'
  if (/android/i.test(userAgent ?? '')) return 'android'
  return /macintosh/i.test(userAgent ?? '') && touchPoints > 1 ? 'ios' : 'other'
}

type Linked = {
  link_type: string
  link_path: string | null
  link_detail: object | null
}

/** Where a banner leads: to the store of the device for 'down', otherwise to its path. */
export function findBannerLink(advert: Linked, device: Device): string | null {
  if (advert.link_type !== 'down') return advert.link_path
  const stores = advert.link_detail as { ios_url?: string | null; google_url?: string | null } | null
  return (device === 'ios' ? stores?.ios_url : stores?.google_url) ?? null
}

type AdvertParts = {
  kind: 'widget' | 'app' | 'link'
  couponWidgetId?: number | null
  imagePath?: string | null
  linkPath?: string | null
  iosUrl?: string | null
  googleUrl?: string | null
  startsAt: Date
  endsAt?: Date | null
}

/** What an advert lacks to be shown, by field. */
export function findAdvertProblem(advert: AdvertParts): { field: string; detail: string } | null {
  const { kind, couponWidgetId, imagePath, linkPath, iosUrl, googleUrl, startsAt, endsAt } = advert
  if (kind === 'widget' && !couponWidgetId) return { field: 'widget_id', detail: 'Say which widget it shows.' }
  if (kind === 'link' && couponWidgetId) return { field: 'widget_id', detail: 'A link shows no widget.' }
  if (kind !== 'widget' && !imagePath) return { field: 'picture', detail: 'A banner needs a picture.' }
  if (kind === 'link' && !linkPath) return { field: 'link', detail: 'Say where it leads.' }
  if (kind === 'app' && !iosUrl) return { field: 'ios_url', detail: 'Say where the app is for iPhones.' }
  if (kind === 'app' && !googleUrl) return { field: 'google_url', detail: 'Say where the app is for Android.' }
  return endsAt && endsAt <= startsAt ? { field: 'ends_at', detail: 'It ends before it begins.' } : null
}
